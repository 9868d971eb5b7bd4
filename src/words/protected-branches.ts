import { formatCount } from '../lib/format.ts';

const many = ['protection', 'protections'] as const;

/** Words of protected branches. */
export const protectedBranchWords = {
  label: 'Protected branches',
  create: 'Protect a branch',
  searchPlaceholder: 'Branch or wildcard',
  columns: {
    name: 'Branch',
    merge: 'May merge',
    push: 'May push',
    force: 'Force push',
    actions: 'Actions',
  },
  allowed: 'Allowed',
  refused: 'Refused',
  nobody: 'Nobody',
  named: (count: number) => formatCount(count, 'person or group', 'people or groups'),
  levels: {
    0: 'Nobody',
    30: 'Developers and above',
    40: 'Maintainers and above',
    60: 'Administrators',
  } as Readonly<Record<number, string>>,
  editTitle: (name: string) => `Protection of ${name}`,
  editLabel: (name: string) => `Edit ${name}`,
  form: {
    name: 'Branch',
    nameHelp: 'A name, or several with *: release/* means every branch that begins so.',
    merge: 'Who may merge into it',
    push: 'Who may push to it',
    others: 'People and groups that are named besides keep their right.',
    force: 'Allow force pushes',
    forceHelp: 'Lets those who may push rewrite what others have fetched.',
    submit: 'Protect',
    save: 'Save protection',
    created: (name: string) => `${name} is protected`,
    saved: (name: string) => `Protection of ${name} saved`,
  },
  remove: 'Unprotect',
  bulk: {
    title: (count: number) => `Take ${formatCount(count, ...many)} off?`,
    help: 'Developers can push to these branches, rewrite and delete them then. Undo protects them again, without people and groups that were named.',
    removed: (count: number) => `${formatCount(count, ...many)} taken off`,
  },
  empty: {
    title: 'No branch is protected',
    help: 'A protected branch cannot be deleted or rewritten, and only some roles push to it or merge into it.',
  },
} as const;
