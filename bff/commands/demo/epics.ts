import type { Name } from './cast.ts';
import type { World } from './world.ts';

interface EpicPart {
  title: string;
  description: string;
  by: Name;
  labels: string;
  days?: { start_date_fixed: string; due_date_fixed: string };
  /** Whose part it is: the place of the other in this list. */
  partOf?: number;
  /** What becomes of its labels, one change after the other. */
  changes: readonly { by: Name; add_labels?: string; remove_labels?: string }[];
  said: readonly (readonly [Name, string])[];
  isDone?: boolean;
}

/** What the harbour wants across its projects. */
const parts: readonly EpicPart[] = [
  {
    title: 'Ships of fourteen metres at every tide',
    description: 'The channel, the tables and the berths are all to be ready for **deep** ships.',
    by: 'maintainer',
    labels: 'feature,tide::low',
    changes: [
      { by: 'reporter', add_labels: 'urgent' },
      { by: 'maintainer', remove_labels: 'tide::low', add_labels: 'tide::high' },
    ],
    said: [
      ['windlass', 'The dredger is back in March, not before.'],
      ['maintainer', 'Then the tables come first.'],
    ],
  },
  {
    title: 'Soundings of the whole channel',
    description: '- [x] North pier\n- [ ] South pier\n- [ ] The bend\n',
    by: 'reporter',
    labels: 'docs',
    days: { start_date_fixed: '2026-05-04', due_date_fixed: '2026-09-30' },
    partOf: 0,
    changes: [{ by: 'windlass', add_labels: 'bug,urgent' }],
    said: [['sextant', 'The bend has moved since the last chart.']],
  },
  {
    title: 'Berths know how deep a ship is',
    description: 'The planner asks for the draught and offers what is deep enough.',
    by: 'developer',
    labels: 'feature',
    days: { start_date_fixed: '2026-06-01', due_date_fixed: '2027-02-26' },
    partOf: 0,
    changes: [
      { by: 'gunwale', add_labels: 'refactoring' },
      { by: 'developer', remove_labels: 'refactoring' },
    ],
    said: [],
  },
  {
    title: 'One set of flags for all projects',
    description: 'Whoever raises a flag raises the same one.',
    by: 'maintainer',
    labels: 'refactoring,tide::low',
    changes: [{ by: 'maintainer', remove_labels: 'tide::low' }],
    said: [['guest', 'Will there be a red one with dots?']],
    isDone: true,
  },
];

/** Epics of a group, talked about, with labels that came and went. */
export async function addEpics(world: World): Promise<void> {
  const group = 'harbour';
  const made: { id: number; iid: number }[] = [];
  for (const { title, description, by, labels, days, partOf, changes, said, isDone } of parts) {
    world.pass(25);
    const parent = partOf === undefined ? undefined : made[partOf];
    const epic = await world.call<{ id: number; iid: number }>(by, `POST /groups/${group}/epics`, {
      title,
      description,
      labels,
      ...days,
      ...(parent && { parent_id: parent.id }),
    });
    made.push(epic);
    for (const { by: changer, ...change } of changes) {
      world.pass(15);
      await world.call(changer, `PUT /groups/${group}/epics/${epic.iid}`, change);
    }
    for (const [speaker, body] of said) {
      world.pass(10);
      await world.call(speaker, `POST /groups/${group}/epics/${epic.id}/notes`, { body });
    }
    if (isDone === true) {
      world.pass(10);
      const closing = { state_event: 'close' };
      await world.call('maintainer', `PUT /groups/${group}/epics/${epic.iid}`, closing);
    }
  }
}
