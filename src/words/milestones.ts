import { formatCount } from '../lib/format.ts';

/** Words of milestones. */
export const milestoneWords = {
  title: 'Milestones',
  about: 'A milestone gathers issues and merge requests that should be done by a day.',
  create: 'New milestone',
  editTitle: (title: string) => `Edit ${title}`,
  editLabel: (title: string) => `Edit ${title}`,
  searchPlaceholder: 'Title or description',
  filters: { state: 'State' },
  columns: {
    title: 'Milestone',
    state: 'State',
    start: 'Begins',
    due: 'Ends',
    actions: 'Actions',
  },
  states: { active: 'Active', closed: 'Closed', expired: 'Overdue' },
  form: {
    title: 'Title',
    description: 'Description',
    start: 'First day',
    due: 'Last day',
    submit: 'Create milestone',
    save: 'Save milestone',
    created: (title: string) => `Milestone ${title} created`,
    saved: (title: string) => `Milestone ${title} saved`,
  },
  close: 'Close',
  activate: 'Reopen',
  closed: (count: number) => `${formatCount(count, 'milestone', 'milestones')} closed`,
  activated: (count: number) => `${formatCount(count, 'milestone', 'milestones')} reopened`,
  remove: 'Delete',
  bulk: {
    title: (count: number) => `Delete ${formatCount(count, 'milestone', 'milestones')}?`,
    help: 'What is in them stays and has no milestone any more. This cannot be undone.',
    removed: (count: number) => `${formatCount(count, 'milestone', 'milestones')} deleted`,
  },
  empty: {
    title: 'No milestone yet',
    help: 'Plan a first one: a title and, if you know it, the last day.',
  },
} as const;
