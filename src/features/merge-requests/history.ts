import type { LabelEvent } from '#contract/label-events.ts';
import type { mergeRequestVersion } from '#contract/merge-request-changes.ts';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import type { Discussion, Note } from '#contract/notes.ts';
import type * as z from 'zod';

export const historyKinds = ['labels', 'state', 'versions', 'notes'] as const;
export type HistoryKind = (typeof historyKinds)[number];

type Version = z.output<typeof mergeRequestVersion>;

/** Something that happened to a merge request. */
export type Happened = { readonly key: string; readonly at: string } & (
  | { readonly kind: 'labels'; readonly event: LabelEvent }
  | { readonly kind: 'versions'; readonly version: Version; readonly number: number }
  | { readonly kind: 'state' | 'notes'; readonly note: Note }
  | { readonly kind: 'state'; readonly note: undefined; readonly by: string }
);

const isOfState = ({ body }: Note) => /^(closed|reopened|merged)\b/.test(body);

/** All that happened, the newest first: labels, states, versions, and what else the system noted. */
export function historyOf(
  record: Pick<MergeRequest, 'author' | 'created_at'>,
  found: {
    threads: readonly Discussion[];
    events: readonly LabelEvent[];
    /** The newest first. */
    versions: readonly Version[];
  },
): Happened[] {
  const { threads, events, versions } = found;
  const notes = threads.flatMap((thread) => thread.notes.filter(({ system }) => system));
  const all: Happened[] = [
    {
      key: 'opened',
      at: record.created_at,
      kind: 'state',
      note: undefined,
      by: record.author.name,
    },
    ...notes.map((note) => ({
      key: `note ${note.id}`,
      at: note.created_at,
      kind: isOfState(note) ? ('state' as const) : ('notes' as const),
      note,
    })),
    ...events.map((event) => ({
      key: `label ${event.id}`,
      at: event.created_at,
      kind: 'labels' as const,
      event,
    })),
    ...versions.map((version, index) => ({
      key: `version ${version.id}`,
      at: version.created_at,
      kind: 'versions' as const,
      version,
      number: versions.length - index,
    })),
  ];
  return all.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Whether somebody, a label or a text that it tells of holds these letters. */
export function tellsOf(one: Happened, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return textsOf(one).some((told) => told.toLowerCase().includes(wanted));
}

function textsOf(one: Happened): string[] {
  switch (one.kind) {
    case 'labels':
      return [
        one.event.user?.name ?? '',
        one.event.user?.username ?? '',
        one.event.label?.name ?? '',
      ];
    case 'versions':
      return [one.version.head_commit_sha];
    default:
      return one.note === undefined
        ? [one.by]
        : [one.note.author.name, one.note.author.username, one.note.body];
  }
}
