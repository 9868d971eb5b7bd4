import { useInfiniteQuery } from '@tanstack/react-query';
import { issueNotes } from '#contract/issue-notes.ts';
import { NoteList } from '../../notes/note-list.tsx';
import { idOf, notesOf, touched, type Which } from './queries.ts';
import { useRights } from './rights.ts';

/** Comments on an issue. */
export function IssueNotes({ which }: { which: Which }) {
  return (
    <NoteList
      of={{ endpoints: issueNotes, id: idOf(which), touched }}
      pages={useInfiniteQuery(notesOf(which))}
      rights={useRights(which)}
    />
  );
}
