import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DraftNote, draftNotes } from '#contract/draft-notes.ts';
import { useCommand } from '../../api/client.ts';
import { CommentForm } from '../../notes/comment-form.tsx';
import { useKeptTexts } from '../../notes/kept-texts.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ErrorLine } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { noteWords } from '../../words/notes.ts';
import { reviewWords } from '../../words/reviews.ts';
import classes from './merge-requests.module.css';
import { draftsOf, touched, type Which } from './queries.ts';

const words = reviewWords.drafts;

/** What one has written and not told yet. */
export function DraftList({ which }: { which: Which }) {
  const { data, error } = useQuery(draftsOf(which));
  if (data === undefined) return error && <ErrorLine error={error} />;
  return data.rows.map((draft) => <Draft key={draft.id} which={which} draft={draft} />);
}

/** One of them, with what can be done with it. */
export function Draft({ which, draft }: { which: Which; draft: DraftNote }) {
  const kept = useKeptTexts();
  const key = `draft ${draft.id}`;
  const [isEditing, setIsEditing] = useState(kept?.has(key) ?? false);
  const [isAsking, setIsAsking] = useState(false);
  const id = { id: which.project, merge_request_iid: which.iid, draft_note_id: draft.id };
  const update = useCommand(draftNotes.update, { invalidates: touched, done: words.saved });
  const remove = useCommand(draftNotes.remove, {
    invalidates: touched,
    done: words.removed,
    showsError: true,
  });
  const publish = useCommand(draftNotes.publish, { invalidates: touched, done: noteWords.added });
  const stop = () => {
    kept?.delete(key);
    setIsEditing(false);
  };
  const { position, discussion_id: answered } = draft;
  const path = position?.new_path ?? position?.old_path;
  const line = position?.new_line ?? position?.old_line;
  return (
    <article className={classes.thread} aria-label={words.label}>
      <div className={classes.threadHead}>
        <strong>{words.mark}</strong>
        {answered !== null && <span>{words.answer}</span>}
        {path !== undefined && (
          <span>{line == null ? noteWords.onFile(path) : noteWords.onLine(path, line)}</span>
        )}
      </div>
      <div className={classes.draft}>
        {isEditing ? (
          <CommentForm
            label={noteWords.change}
            submit={words.save}
            rows={3}
            keep={key}
            text={draft.note}
            onSend={async ({ body }) => {
              await update.mutateAsync({ ...id, note: body });
              stop();
            }}
            cancel={
              <Button variant="subtle" color="gray" onClick={stop}>
                {common.actions.cancel}
              </Button>
            }
          />
        ) : (
          <>
            <Markdown text={draft.note} />
            <div className={classes.draftActions}>
              <Button
                variant="default"
                size="xs"
                loading={publish.isPending}
                onClick={() => publish.mutate(id)}
              >
                {words.publish}
              </Button>
              <Button variant="subtle" size="xs" color="gray" onClick={() => setIsEditing(true)}>
                {common.actions.edit}
              </Button>
              <Button variant="subtle" size="xs" color="red" onClick={() => setIsAsking(true)}>
                {common.actions.remove}
              </Button>
            </div>
          </>
        )}
      </div>
      <ConfirmDialog
        testId="delete-draft"
        isOpen={isAsking}
        title={words.removeTitle}
        confirm={common.actions.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(id)}
        onCancel={() => setIsAsking(false)}
      >
        {words.removeHelp}
      </ConfirmDialog>
    </article>
  );
}
