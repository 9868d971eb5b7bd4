import { formatCount } from '../lib/format.ts';

/** Words of members and roles. */
export const memberWords = {
  title: 'Members',
  direct: 'Direct',
  all: 'With inherited',
  tabs: 'Which members',
  showAll: 'Show inherited members',
  searchPlaceholder: 'Name or username',
  columns: {
    name: 'Name',
    username: 'Username',
    role: 'Role',
    expires: 'Until',
    added: 'Added',
    actions: 'Actions',
  },
  empty: {
    title: 'Nobody has a role here',
    help: 'Members see what is private here and do what their role allows. Those of the groups above are under With inherited.',
  },
  add: 'Add a member',
  form: {
    user: 'User',
    nobody: 'No user by this name',
    role: 'Role',
    expires: 'Until (optional)',
    submit: 'Add member',
    added: (name: string) => `${name} added`,
  },
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string) => `Role of ${name} changed`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  leave: 'Leave',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHelp: (name: string) =>
    `${name} loses the role here at once. What they wrote stays. Roles inherited from a group above stay too.`,
  removed: (name: string) => `${name} removed`,
  bulk: {
    role: 'Change role',
    changed: (count: number) => `Role of ${formatCount(count, 'member', 'members')} changed`,
    title: (count: number) => `Remove ${formatCount(count, 'member', 'members')}?`,
    help: 'They lose the role here at once. What they wrote stays; roles inherited from a group above stay too.',
    removed: (count: number) => `${formatCount(count, 'member', 'members')} removed`,
  },
  onlyAdmins: {
    project: 'Maintainers and owners add members and change roles.',
    group: 'Owners add members and change roles.',
  },
} as const;
