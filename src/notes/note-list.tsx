import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { epicNotes } from '#contract/epic-notes.ts';
import type { issueNotes } from '#contract/issue-notes.ts';
import type { Note } from '#contract/notes.ts';
import { type PageOf, useCommand } from '../api/client.ts';
import { useCurrentUser } from '../api/current-user.ts';
import { useEveryPage } from '../api/every-page.ts';
import type { Speaking } from '../lib/permissions.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { common } from '../words/common.ts';
import { noteWords } from '../words/notes.ts';
import { type Comment, CommentForm } from './comment-form.tsx';
import { NoteView, SystemNote } from './note-view.tsx';
import classes from './notes.module.css';

type NoteEndpoints = typeof issueNotes | typeof epicNotes;

/** The notes of one thing: their endpoints, what names the thing there, and what a change makes stale. */
export interface Notable {
  readonly endpoints: NoteEndpoints;
  readonly id: Readonly<Record<string, string | number>>;
  readonly touched: readonly Endpoint[];
}

/** What somebody may do with the notes of a thing. */
export interface NoteRights extends Speaking {
  readonly readInternal: boolean;
  /** Comments of other people. */
  readonly moderate: boolean;
}

/** Comments and what the system noted, the oldest first, and a place for the next one. */
export function NoteList(props: {
  of: Notable;
  pages: UseInfiniteQueryResult<InfiniteData<PageOf<Note>>>;
  rights: NoteRights;
}) {
  const { of, pages, rights } = props;
  const { data, error, refetch, isFetchNextPageError, fetchNextPage } = pages;
  useEveryPage(pages);
  const notes = data?.pages.flatMap(({ rows }) => rows);
  return (
    <Section title={noteWords.activity}>
      <div className={classes.list}>
        {notes === undefined && error === null && <RowsSkeleton rows={3} />}
        {notes === undefined && error !== null && (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
        {notes?.length === 0 && <p className={classes.quiet}>{noteWords.none}</p>}
        {notes?.map((note) =>
          note.system ? (
            <SystemNote key={note.id} note={note} />
          ) : (
            <OneComment key={note.id} of={of} note={note} rights={rights} />
          ),
        )}
        {isFetchNextPageError && <ErrorState error={error} retry={() => void fetchNextPage()} />}
        {rights.comment && <NewComment of={of} mayBeInternal={rights.readInternal} />}
        {rights.silence !== undefined && (
          <p className={classes.quiet}>{noteWords[rights.silence]}</p>
        )}
      </div>
    </Section>
  );
}

type Verb = 'create' | 'update' | 'remove';

/** What a command about a thing is called with. */
const inputOf = <V extends Verb>({ id }: Notable, _verb: V, more: object) =>
  // Safe: `id` names the thing for these very endpoints, `more` is what the verb takes besides.
  ({ ...id, ...more }) as unknown as InputOf<NoteEndpoints[V]>;

function NewComment({ of, mayBeInternal }: { of: Notable; mayBeInternal: boolean }) {
  const endpoint = of.endpoints.create;
  const add = useCommand<NoteEndpoints['create']>(endpoint, {
    invalidates: of.touched,
    done: noteWords.added,
  });
  return (
    <CommentForm
      label={noteWords.write}
      submit={noteWords.comment}
      rows={3}
      mayBeInternal={mayBeInternal}
      request={(typed) => ({ endpoint, input: { ...of.id, ...typed } })}
      onSend={(comment: Comment) => add.mutateAsync(inputOf(of, 'create', comment))}
    />
  );
}

function OneComment(props: { of: Notable; note: Note; rights: NoteRights }) {
  const { of, note, rights } = props;
  const self = useCurrentUser().id;
  const [doing, setDoing] = useState<'edit' | 'remove'>();
  const note_id = note.id;
  const update = useCommand<NoteEndpoints['update']>(of.endpoints.update, {
    invalidates: of.touched,
    done: noteWords.saved,
  });
  const remove = useCommand<NoteEndpoints['remove']>(of.endpoints.remove, {
    invalidates: of.touched,
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
            request={({ body }) => ({
              endpoint: of.endpoints.update,
              input: { ...of.id, note_id, body },
            })}
            onSend={async ({ body }) => {
              await update.mutateAsync(inputOf(of, 'update', { note_id, body }));
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
        testId="delete-comment"
        isOpen={doing === 'remove'}
        title={noteWords.removeTitle}
        confirm={common.actions.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          // A refusal stays in the dialog, by `remove.error`.
          void remove.mutateAsync(inputOf(of, 'remove', { note_id })).then(stop, () => undefined);
        }}
        onCancel={stop}
      >
        {noteWords.removeHelp}
      </ConfirmDialog>
    </article>
  );
}
