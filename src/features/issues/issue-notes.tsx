import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { issueNotes } from '#contract/issue-notes.ts';
import type { Note } from '#contract/notes.ts';
import { useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useEveryPage } from '../../api/every-page.ts';
import { CommentForm } from '../../notes/comment-form.tsx';
import { NoteView, SystemNote } from '../../notes/note-view.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { noteWords } from '../../words/notes.ts';
import classes from './issues.module.css';
import { idOf, notesOf, touched, type Which } from './queries.ts';
import { type Rights, useRights } from './rights.ts';

/** Comments and what the system noted, the oldest first, and a place for the next one. */
export function IssueNotes({ which }: { which: Which }) {
  const rights = useRights(which);
  const pages = useInfiniteQuery(notesOf(which));
  const { data, error, refetch, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);
  const notes = data?.pages.flatMap(({ rows }) => rows);
  return (
    <Section title={noteWords.activity}>
      <div className={classes.notes}>
        {notes === undefined && error === null && <RowsSkeleton rows={3} />}
        {notes === undefined && error !== null && (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
        {notes?.length === 0 && <p className={classes.quiet}>{noteWords.none}</p>}
        {notes?.map((note) =>
          note.system ? (
            <SystemNote key={note.id} note={note} />
          ) : (
            <Comment key={note.id} which={which} note={note} rights={rights} />
          ),
        )}
        {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
        {rights.comment && <NewComment which={which} mayBeInternal={rights.readInternal} />}
        {rights.silence !== undefined && (
          <p className={classes.quiet}>{noteWords[rights.silence]}</p>
        )}
      </div>
    </Section>
  );
}

function NewComment({ which, mayBeInternal }: { which: Which; mayBeInternal: boolean }) {
  const add = useCommand(issueNotes.create, { invalidates: touched, done: noteWords.added });
  return (
    <CommentForm
      label={noteWords.write}
      submit={noteWords.comment}
      rows={3}
      mayBeInternal={mayBeInternal}
      request={(typed) => ({ endpoint: issueNotes.create, input: { ...idOf(which), ...typed } })}
      onSend={(comment) => add.mutateAsync({ ...idOf(which), ...comment })}
    />
  );
}

function Comment(props: { which: Which; note: Note; rights: Rights }) {
  const { which, note, rights } = props;
  const self = useCurrentUser().id;
  const [doing, setDoing] = useState<'edit' | 'remove'>();
  const id = { ...idOf(which), note_id: note.id };
  const update = useCommand(issueNotes.update, { invalidates: touched, done: noteWords.saved });
  const remove = useCommand(issueNotes.remove, {
    invalidates: touched,
    done: noteWords.removed,
    showsError: true,
  });
  const stop = () => setDoing(undefined);
  const mayChange = rights.comment && (note.author.id === self || rights.moderate);
  const { name } = note.author;
  return (
    <article className={classes.comment}>
      <NoteView
        note={note}
        actions={
          mayChange && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="md"
                  aria-label={noteWords.more(name)}
                >
                  <IconDots aria-hidden size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item aria-label={noteWords.editNote(name)} onClick={() => setDoing('edit')}>
                  {common.actions.edit}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  aria-label={noteWords.removeNote(name)}
                  onClick={() => setDoing('remove')}
                >
                  {common.actions.remove}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )
        }
      >
        {doing === 'edit' && (
          <CommentForm
            label={noteWords.change}
            submit={noteWords.save}
            rows={3}
            text={note.body}
            request={({ body }) => ({ endpoint: issueNotes.update, input: { ...id, body } })}
            onSend={async ({ body }) => {
              await update.mutateAsync({ ...id, body });
              stop();
            }}
            cancel={
              <Button variant="subtle" color="gray" onClick={stop}>
                {common.actions.cancel}
              </Button>
            }
          />
        )}
      </NoteView>
      <ConfirmDialog
        isOpen={doing === 'remove'}
        title={noteWords.removeTitle}
        confirm={common.actions.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          // A refusal stays in the dialog, by `remove.error`.
          void remove.mutateAsync(id).then(stop, () => undefined);
        }}
        onCancel={stop}
      >
        {noteWords.removeHelp}
      </ConfirmDialog>
    </article>
  );
}
