import IconFlag from '@tabler/icons-react/icons/IconFlag';
import IconTag from '@tabler/icons-react/icons/IconTag';
import IconTagOff from '@tabler/icons-react/icons/IconTagOff';
import IconUser from '@tabler/icons-react/icons/IconUser';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { planningWords } from '../words/planning.ts';
import type { BulkAction } from '../table/bulk.ts';

// Bulk actions of what has labels and a state, and of merge requests and issues, which have a
// milestone and assignees besides.

const words = planningWords.bulk;

/** The part of a record that the actions read. */
interface Labelled {
  readonly labels: readonly (string | { readonly name: string })[];
  readonly state: string;
}

interface Planned extends Labelled {
  readonly assignees: readonly { readonly id: number }[];
  readonly milestone: { readonly id: number } | null;
}

interface Change {
  add_labels?: string[];
  remove_labels?: string[];
  assignee_ids?: number[];
  milestone_id?: number;
  state_event?: 'close' | 'reopen';
}

/** How rows of one kind are changed, and what they are called. */
export interface Planning<Row extends Labelled> {
  readonly change: (row: Row, change: Change) => Promise<unknown>;
  readonly invalidates: readonly Endpoint[];
  readonly noun: readonly [one: string, many: string];
}

/** The names of a record's labels, with or without their details. */
export const labelNames = ({ labels }: Pick<Labelled, 'labels'>): string[] =>
  labels.map((label) => (typeof label === 'string' ? label : label.name));

const choicesOf = (names: Iterable<string>) =>
  [...new Set(names)].sort().map((name) => ({ value: name, label: name }));

/** Adds and removes a label. `labels` are those on offer, `rows` those whose labels may go. */
export function labelActions<Row extends Labelled>(
  { change, invalidates, noun }: Planning<Row>,
  labels: readonly string[],
  rows: readonly Row[],
): readonly BulkAction<Row>[] {
  const add = (row: Row, label: string) => change(row, { add_labels: [label] });
  const remove = (row: Row, label: string) => change(row, { remove_labels: [label] });
  const had = (row: Row, label: string) => labelNames(row).includes(label);
  // Only what the action changed is taken back: others may have changed more since.
  return [
    {
      name: 'label',
      label: words.addLabel,
      icon: <IconTag aria-hidden size={14} />,
      choices: choicesOf(labels),
      run: add,
      undo: async (row, label) => !had(row, label) && remove(row, label),
      done: (count) => words.labelled(count, noun),
      invalidates,
    },
    {
      name: 'unlabel',
      label: words.removeLabel,
      icon: <IconTagOff aria-hidden size={14} />,
      choices: choicesOf(rows.flatMap(labelNames)),
      fits: (row) => row.labels.length > 0,
      run: remove,
      undo: async (row, label) => had(row, label) && add(row, label),
      done: (count) => words.unlabelled(count, noun),
      invalidates,
    },
  ];
}

/** Sets the assignee and the milestone, or takes them away. */
export function assignmentActions<Row extends Planned>(
  { change, invalidates, noun }: Planning<Row>,
  people: readonly { readonly id: number; readonly name: string }[],
  milestones: readonly { readonly id: number; readonly title: string }[],
): readonly BulkAction<Row>[] {
  const ids = (choice: string) => (choice === '0' ? [] : [Number(choice)]);
  return [
    {
      name: 'assign',
      label: words.assign,
      icon: <IconUser aria-hidden size={14} />,
      choices: [
        { value: '0', label: planningWords.nobody },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      run: (row, choice) => change(row, { assignee_ids: ids(choice) }),
      undo: (row) => change(row, { assignee_ids: row.assignees.map(({ id }) => id) }),
      done: (count) => words.assigned(count, noun),
      invalidates,
    },
    {
      name: 'milestone',
      label: words.milestone,
      icon: <IconFlag aria-hidden size={14} />,
      choices: [
        { value: '0', label: planningWords.noMilestone },
        ...milestones.map(({ id, title }) => ({ value: String(id), label: title })),
      ],
      run: (row, choice) => change(row, { milestone_id: Number(choice) }),
      undo: (row) => change(row, { milestone_id: row.milestone?.id ?? 0 }),
      done: (count) => words.planned(count, noun),
      invalidates,
    },
  ];
}

/** Closes and reopens. */
export function stateActions<Row extends Labelled>(
  { change, invalidates, noun }: Planning<Row>,
  icons: { readonly close: ReactNode; readonly reopen: ReactNode },
): readonly BulkAction<Row>[] {
  const close = (row: Row) => change(row, { state_event: 'close' });
  const reopen = (row: Row) => change(row, { state_event: 'reopen' });
  return [
    {
      name: 'close',
      label: words.close,
      icon: icons.close,
      fits: ({ state }) => state === 'opened',
      run: close,
      undo: reopen,
      done: (count) => words.closed(count, noun),
      invalidates,
    },
    {
      name: 'reopen',
      label: words.reopen,
      icon: icons.reopen,
      fits: ({ state }) => state === 'closed',
      run: reopen,
      undo: close,
      done: (count) => words.reopened(count, noun),
      invalidates,
    },
  ];
}
