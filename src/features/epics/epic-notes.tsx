import { useInfiniteQuery } from '@tanstack/react-query';
import { epicNotes } from '#contract/epic-notes.ts';
import type { Epic } from '#contract/epics.ts';
import { useMayInGroup } from '../../api/places.ts';
import { NoteList } from '../../notes/note-list.tsx';
import { idOfNotes, notesOf, touched } from './queries.ts';

/** Comments on an epic. */
export function EpicNotes({ group, record }: { group: string; record: Epic }) {
  const rights = {
    comment: true,
    readInternal: useMayInGroup(group, 'read_internal_note'),
    moderate: useMayInGroup(group, 'admin_note'),
  };
  return (
    <NoteList
      of={{ endpoints: epicNotes, id: idOfNotes(group, record), touched }}
      pages={useInfiniteQuery(notesOf(group, record))}
      rights={rights}
    />
  );
}
