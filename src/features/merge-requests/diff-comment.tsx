import { Button } from '@mantine/core';
import { draftNotes } from '#contract/draft-notes.ts';
import { mergeRequestDiscussions } from '#contract/notes.ts';
import type { ReviewedVersion } from '#contract/review-diffs.ts';
import { useCommand } from '../../api/client.ts';
import type { CommentPlace } from '../../diff/review.ts';
import { CommentForm } from '../../notes/comment-form.tsx';
import { useKeptTexts } from '../../notes/kept-texts.tsx';
import { common } from '../../words/common.ts';
import { noteWords } from '../../words/notes.ts';
import classes from './merge-requests.module.css';
import { useKeeping } from './comment-form.tsx';
import { positionOf, suggestionFor } from './placed-threads.ts';
import { touched, type Which } from './queries.ts';

/** A comment on lines of the diff: kept for the end of the review, or told at once. */
export function DiffComment(props: {
  which: Which;
  head: ReviewedVersion;
  place: CommentPlace;
  /** Something else is read now than when it began. */
  isOlder: boolean;
  onClose: () => void;
}) {
  const { which, head, place, isOlder } = props;
  const kept = useKeptTexts();
  const key = `lines ${place.id}`;
  const onClose = () => {
    kept?.delete(key);
    props.onClose();
  };
  const { start, end, file } = place;
  const position = positionOf(head, place);
  const keeping = useKeeping(which, { position });
  const tell = useCommand(mergeRequestDiscussions.create, {
    invalidates: touched,
    done: noteWords.added,
  });
  const at = { id: which.project, merge_request_iid: which.iid };
  const suggestion = suggestionFor(place);
  const [from, to] = [start.new ?? start.old ?? 0, end.new ?? end.old ?? 0];
  return (
    <section className={classes.inDiff}>
      {isOlder && <p className={classes.older}>{noteWords.older(to)}</p>}
      <CommentForm
        label={noteWords.commentOnLines(file.path, from, to)}
        submit={keeping.label}
        rows={3}
        hasFocus={kept?.has(key) !== true}
        keep={key}
        onLeave={onClose}
        request={({ body }) => ({
          endpoint: draftNotes.create,
          input: { ...at, note: body, position },
        })}
        onSend={async (comment) => {
          await keeping.onSend(comment);
          onClose();
        }}
        instead={{
          label: noteWords.commentNow,
          onSend: async ({ body }) => {
            await tell.mutateAsync({ ...at, body, position });
            onClose();
          },
        }}
        cancel={
          <Button variant="subtle" color="gray" onClick={onClose}>
            {common.actions.cancel}
          </Button>
        }
        {...(suggestion !== undefined && { suggestion })}
      />
    </section>
  );
}
