import { formatCount } from '../lib/format.ts';

/** Words of labels. */
export const labelWords = {
  title: 'Labels',
  about: {
    project: 'Labels sort merge requests and issues; those of the groups above serve here too.',
    group: 'Labels of a group serve all projects and subgroups below it.',
  },
  create: 'New label',
  editTitle: (name: string) => `Edit ${name}`,
  editLabel: (name: string) => `Edit ${name}`,
  searchPlaceholder: 'Name or description',
  columns: {
    name: 'Label',
    description: 'Description',
    from: 'From',
    priority: 'Priority',
    issues: 'Open issues',
    mergeRequests: 'Open merge requests',
    actions: 'Actions',
  },
  from: { project: 'Project', group: 'Group' },
  form: {
    name: 'Name',
    color: 'Colour',
    description: 'Description',
    priority: 'Priority',
    priorityHelp: 'The lower, the more important. Empty for none.',
    submit: 'Create label',
    save: 'Save label',
    created: (name: string) => `Label ${name} created`,
    saved: (name: string) => `Label ${name} saved`,
  },
  remove: 'Delete',
  bulk: {
    title: (count: number) => `Delete ${formatCount(count, 'label', 'labels')}?`,
    help: 'They leave everything they are on; the history keeps that they were there. This cannot be undone.',
    removed: (count: number) => `${formatCount(count, 'label', 'labels')} deleted`,
  },
  empty: {
    title: 'No label yet',
    help: 'A label is a word and a colour that merge requests and issues are sorted by.',
  },
} as const;
