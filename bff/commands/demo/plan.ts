import type { Picker } from './chance.ts';
import type { Size } from './size.ts';

/** What becomes of a merge request. */
export type Fate =
  | 'open'
  | 'draft'
  | 'merged'
  | 'squashed'
  | 'closed'
  | 'later'
  | 'waiting'
  | 'branch_gone'
  | 'empty'
  | 'conflict'
  | 'behind'
  | 'discussed'
  | 'failing'
  | 'running'
  | 'unapproved'
  | 'forked'
  | 'large';

export interface Planned {
  project: string;
  fate: Fate;
  threads: number;
}

/** One at least of each, in the project whose rules make it what it is. */
const particular: readonly (readonly [project: string, fate: Fate, times: number])[] = [
  ['tide-tables', 'later', 2],
  ['tide-tables', 'waiting', 1],
  ['tide-tables', 'branch_gone', 2],
  ['tide-tables', 'empty', 1],
  ['tide-tables', 'conflict', 2],
  ['tide-tables', 'forked', 3],
  ['berth-planner', 'behind', 3],
  ['silt-survey', 'discussed', 4],
  ['signal-flags', 'behind', 2],
  ['signal-flags', 'forked', 2],
  ['logbook', 'large', 1],
  ['logbook', 'conflict', 2],
  ['logbook', 'failing', 2],
  ['logbook', 'running', 1],
  ['cargo-manifest', 'unapproved', 2],
  ['cargo-manifest', 'draft', 1],
  ['cargo-manifest', 'open', 1],
  ['cargo-manifest', 'merged', 1],
  ['berth-planner', 'squashed', 1],
  ['silt-survey', 'merged', 1],
  ['logbook', 'closed', 1],
];

const places = [
  'tide-tables',
  'tide-tables',
  'berth-planner',
  'silt-survey',
  'signal-flags',
  'logbook',
  'cargo-manifest',
] as const;

const usual = [
  ...Array<Fate>(7).fill('merged'),
  ...Array<Fate>(2).fill('squashed'),
  ...Array<Fate>(3).fill('closed'),
  ...Array<Fate>(6).fill('open'),
  ...Array<Fate>(2).fill('draft'),
] as [Fate, ...Fate[]];

/** Those that are still being worked on when the demo begins (`unfinished.ts`). */
export const unfinishedCount = 4;

/** All merge requests but the unfinished ones, in the order in which they are opened. */
export function planOf(size: Size, pick: Picker): Planned[] {
  const count = size.mergeRequests - unfinishedCount;
  const planned: Planned[] = [];
  // A small demo has one of each, a whole one all of them.
  for (let round = 0; round < 4; round += 1) {
    for (const [project, fate, times] of particular) {
      if (round < times && planned.length < count) planned.push({ project, fate, threads: 0 });
    }
  }
  while (planned.length < count) {
    planned.push({ project: pick.of(places), fate: pick.of(usual), threads: 0 });
  }
  const mixed = inOrder(planned, pick);
  spread(mixed, size.threads, pick);
  return mixed;
}

const ended: ReadonlySet<Fate> = new Set(['merged', 'squashed', 'closed']);

/** Mixed, but what is still open was mostly opened late; each that is open is checked often. */
function inOrder(planned: readonly Planned[], pick: Picker): Planned[] {
  const placed = planned.map((one) => ({
    one,
    at: pick.below(100) + (ended.has(one.fate) ? 0 : 70),
  }));
  return placed.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

/** Deals out the threads: some must have one, a few have many. */
function spread(planned: readonly Planned[], threads: number, pick: Picker): void {
  let left = threads;
  const give = (to: Planned | undefined, count: number) => {
    if (to === undefined) return;
    const given = Math.min(left, count);
    to.threads += given;
    left -= given;
  };
  for (const one of planned) if (one.fate === 'discussed') give(one, 1);
  give(
    planned.find(({ fate }) => fate === 'large'),
    Math.floor(threads / 12),
  );
  while (left > 0) give(planned[pick.below(planned.length)], 1 + pick.below(3));
}
