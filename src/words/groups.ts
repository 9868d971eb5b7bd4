import { formatCount, formatNumber } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of groups. */
export const groupWords = {
  title: 'Groups',
  create: common.navigation.newGroup,
  createSubgroup: 'New subgroup',
  createProject: 'New project',
  marked: 'Marked for deletion',
  searchPlaceholder: 'Name or path',
  filters: {
    topLevel: 'Top level only',
    owned: 'Owned by me',
    visibility: 'Visibility',
    yes: 'yes',
  },
  columns: {
    name: 'Group',
    visibility: 'Visibility',
    description: 'Description',
    created: 'Created',
  },
  empty: {
    title: 'No group yet',
    help: 'A group holds projects and subgroups; its members have their role in all of them.',
  },
  projects: 'Projects',
  noProjects: 'No project in this group yet',
  noProjectsHelp: 'Projects of a group share its members.',
  subgroups: 'Subgroups',
  activity: {
    title: 'Activity',
    span: 'Time span',
    days: (days: number) => formatCount(days, 'day', 'days'),
    kinds: {
      issues: 'New issues',
      merge_requests: 'New merge requests',
      new_members: 'New members',
    },
    trend: (kind: string, days: number, total: number, most: number) =>
      `${kind}: ${formatNumber(total)} in ${formatCount(days, 'day', 'days')}, ${formatNumber(most)} on the busiest`,
  },
  about: 'About',
  facts: { path: 'Path', visibility: 'Visibility', created: 'Created', parent: 'Parent' },
  columnsOfProjects: { name: 'Project', visibility: 'Visibility', activity: 'Last activity' },
  form: {
    name: 'Name',
    path: 'Path',
    pathHelp: 'Last part of the address: letters, digits, dots, dashes and underscores.',
    parent: 'Inside of',
    parentHelp: 'Leave it empty for a group at the top.',
    description: 'Description',
    visibility: 'Who may see it',
    visibilities: {
      private: 'Private: its members',
      internal: 'Internal: everybody who is signed in',
      public: 'Public: everybody',
    },
    submit: 'Create group',
    created: (name: string) => `Group ${name} created`,
  },
} as const;
