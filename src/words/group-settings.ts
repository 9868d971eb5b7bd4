import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';
import { groupWords } from './groups.ts';

/** Words of the settings of a group. */
export const groupSettingsWords = {
  title: common.navigation.settings,
  tabs: 'Parts of the settings',
  general: 'General',
  advanced: common.navigation.advanced,
  forbidden: 'Settings are for owners',
  forbiddenHelp: 'An owner of the group or an administrator can change it, or give you the role.',
  save: 'Save changes',
  saved: 'Settings saved',
  about: 'What it is',
  aboutHelp: 'Name and description as everybody reads them.',
  name: 'Name',
  description: 'Description',
  access: 'Who may do what',
  accessHelp: 'For this group; subgroups have settings of their own.',
  visibility: 'Who may see it',
  visibilityHelp: 'What is inside can be as visible at most.',
  visibilities: groupWords.form.visibilities,
  projectCreation: 'Who may create projects',
  subgroupCreation: 'Who may create subgroups',
  levels: {
    noone: 'Nobody',
    administrator: 'Administrators',
    owner: 'Owners',
    maintainer: 'Maintainers and owners',
    developer: 'Developers and above',
  },
  path: {
    title: 'Path',
    help: 'The addresses of all subgroups and projects inside change with it. The old ones go on working for git and for reading, until something takes them.',
    field: 'Path',
    fieldHelp: groupWords.form.pathHelp,
    submit: 'Change the path',
    done: (path: string) => `The group is at ${path} now`,
  },
  transfer: {
    title: 'Transfer',
    help: 'Moves the group with all subgroups and projects into another group, or to the top. Nothing in it stays more open than its new parent. The old addresses lead on.',
    field: 'New parent',
    nothing: 'No group is called that',
    fieldHelp:
      'A group in which you may create groups. Leave it empty to move the group to the top.',
    top: 'the top',
    submit: 'Transfer group',
    ask: (path: string) => `Transfer ${path}?`,
    askHelp: (path: string, to: string) =>
      `${path} moves to ${to}, with all that is inside. Roles of the groups that it leaves are lost.`,
    typed: (path: string) => `Type ${path} to transfer`,
    done: (path: string) => `The group is at ${path} now`,
    isThere: 'It stands there already',
  },
  remove: {
    title: 'Delete',
    help: (days: number) =>
      `It is marked for deletion and can be restored here for ${formatCount(days, 'day', 'days')}. After that all subgroups and projects inside are lost, with their repositories, merge requests and issues.`,
    action: 'Delete group',
    ask: (name: string) => `Delete ${name} and all that is inside?`,
    typed: (path: string) => `Type ${path} to delete`,
    done: (name: string) => `${name} is marked for deletion`,
  },
  restore: {
    title: 'Restore',
    help: (day: string) =>
      `Marked for deletion on ${day}. Restoring keeps it with all that is in it.`,
    action: 'Restore group',
    done: (name: string) => `${name} is kept`,
  },
  removeNow: {
    title: 'Delete at once',
    help: 'All subgroups and projects inside are lost, with their repositories, merge requests and issues. This cannot be undone.',
    action: 'Delete group now',
    ask: (name: string) => `Delete ${name} and all that is inside now?`,
    typed: (path: string) => `Type ${path} to delete`,
    done: (name: string) => `${name} is deleted`,
  },
} as const;
