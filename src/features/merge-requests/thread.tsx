import { Button } from '@mantine/core';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import { Fragment, useState } from 'react';
import {
  type Discussion,
  mergeRequestDiscussions,
  type Note,
  resolutionOf,
} from '#contract/notes.ts';
import { useCommand } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { useKeptTexts } from '../../notes/kept-texts.tsx';
import { NoteView, SystemNote } from '../../notes/note-view.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { noteWords } from '../../words/notes.ts';
import { ReplyForm, replyKey } from './comment-form.tsx';
import classes from './merge-requests.module.css';
import { touched, type Which } from './queries.ts';
import { NoteReactions } from './reactions.tsx';
import { SuggestionBox } from './suggestion-box.tsx';
import { useRights } from './rights.ts';

/** A thread, a comment, or what the system noted. */
export function Thread(props: { which: Which; thread: Discussion; isInDiff?: boolean }) {
  const { which, thread, isInDiff = false } = props;
  const [first] = thread.notes;
  const kept = useKeptTexts();
  const [isReplying, setIsReplying] = useState(kept?.has(replyKey(thread.id)) ?? false);
  const { comment, update } = useRights(which);
  if (first === undefined) return null;
  if (first.system) return <SystemNote note={first} />;
  const isThread = !thread.individual_note;
  return (
    <article className={classes.thread}>
      {(resolutionOf(thread.notes) !== 'none' || first.position) && (
        <ThreadHead which={which} thread={thread} first={first} isInDiff={isInDiff} />
      )}
      {thread.notes.map((note) => (
        <Fragment key={note.id}>
          <NoteView note={note} />
          {note.suggestions?.map((one) => (
            <SuggestionBox key={one.id} suggestion={one} mayApply={update} />
          ))}
          <div className={classes.noteReactions}>
            <NoteReactions which={which} note={note.id} mayGive={comment} />
          </div>
        </Fragment>
      ))}
      {isThread && comment && (
        <div className={classes.reply}>
          {isReplying ? (
            <ReplyForm
              which={which}
              thread={thread.id}
              to={first.author.name}
              onClose={() => {
                kept?.delete(replyKey(thread.id));
                setIsReplying(false);
              }}
            />
          ) : (
            <Button variant="default" size="xs" onClick={() => setIsReplying(true)}>
              {noteWords.reply}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

function ThreadHead(props: { which: Which; thread: Discussion; first: Note; isInDiff: boolean }) {
  const { which, thread, first, isInDiff } = props;
  const resolution = resolutionOf(thread.notes);
  const isResolved = resolution === 'resolved';
  const mayResolve = useRights(which).resolve;
  const resolve = useCommand(mergeRequestDiscussions.update, {
    invalidates: touched,
    done: isResolved ? noteWords.threadReopened : noteWords.threadResolved,
  });
  const resolver = thread.notes.find((note) => note.resolvable)?.resolved_by;
  const resolvedWord = resolver == null ? noteWords.resolved : noteWords.resolvedBy(resolver.name);
  const { position } = first;
  const path = position?.new_path ?? position?.old_path;
  const line = position?.new_line ?? position?.old_line;
  return (
    <div className={classes.threadHead}>
      {resolution !== 'none' && (
        <StateText
          tone={isResolved ? 'open' : 'warning'}
          icon={<IconMessage aria-hidden size={16} />}
        >
          {isResolved ? resolvedWord : noteWords.unresolved}
        </StateText>
      )}
      {path !== undefined && !isInDiff && (
        <TextLink
          to="/projects/$project/merge-requests/$iid/changes"
          params={{ project: which.project, iid: String(which.iid) }}
          search={{ file: path }}
          title={noteWords.inDiff}
        >
          {line == null ? noteWords.onFile(path) : noteWords.onLine(path, line)}
        </TextLink>
      )}
      {resolution !== 'none' && mayResolve && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={resolve.isPending}
          onClick={() =>
            resolve.mutate({
              id: which.project,
              merge_request_iid: which.iid,
              discussion_id: thread.id,
              resolved: !isResolved,
            })
          }
        >
          {isResolved ? noteWords.reopen : noteWords.resolve}
        </Button>
      )}
    </div>
  );
}
