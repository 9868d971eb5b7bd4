import { formatCount } from '../lib/format.ts';
import { common } from './common.ts';

/** Words of people of imports and of who takes over their work. */
export const reassignmentWords = {
  title: common.navigation.reassignments,
  about: 'People of other servers whose work was imported, and who takes it over.',
  download: 'Download CSV',
  searchPlaceholder: 'Name, username or identifier',
  columns: {
    name: 'Source user',
    source: 'Source',
    status: 'Status',
    target: 'Goes to',
    changed: 'Changed',
  },
  filter: 'Status',
  statuses: {
    pending_reassignment: 'Pending',
    awaiting_approval: 'Asked',
    reassignment_in_progress: 'Moving',
    rejected: 'Rejected',
    failed: 'Failed',
    completed: 'Completed',
    keep_as_placeholder: 'Kept as placeholder',
  },
  nobody: 'Nobody yet',
  empty: {
    title: 'Nobody was imported into this group',
    help: 'An import brings work under placeholder users. Here it is given to the people who did it.',
  },
  assign: 'Assign',
  assignTitle: (count: number) =>
    `Ask somebody to take over the work of ${formatCount(count, 'person', 'people')}?`,
  assignHelp:
    'The user gets a mail and has to accept. Nothing moves before; after that it cannot be undone.',
  assigned: (count: number) => `${formatCount(count, 'person', 'people')} assigned`,
  cancel: 'Take back',
  cancelled: (count: number) => `${formatCount(count, 'question', 'questions')} taken back`,
  cancelTitle: 'Take back what was asked?',
  cancelHelp: 'The link in the mail stops working, and somebody else can be asked.',
  keep: 'Keep as placeholder',
  keepTitle: (count: number) =>
    `Keep ${formatCount(count, 'placeholder', 'placeholders')} for good?`,
  keepHelp: 'The work stays under the placeholder and cannot be given to anybody later.',
  kept: (count: number) => `${formatCount(count, 'placeholder', 'placeholders')} kept`,
  retry: 'Try again',
  retryTitle: 'Move the work again?',
  retryHelp: 'What was moved before the failure stays moved.',
  retried: (count: number) => `${formatCount(count, 'move', 'moves')} started again`,
  facts: {
    identifier: 'Identifier',
    type: 'Import type',
    placeholder: 'Placeholder user',
    by: 'Assigned by',
    error: 'What went wrong',
    none: 'None',
  },
  answer: {
    title: 'Is this your work?',
    home: 'To your home page',
    from: (name: string, host: string) => `The work of ${name} on ${host}`,
    about: (group: string, contributions: number) =>
      `${formatCount(contributions, 'issue, merge request or comment', 'issues, merge requests and comments')} in ${group} would stand under your name.`,
    by: (name: string) => `${name} says that it is yours.`,
    accept: 'Accept',
    acceptTitle: 'Take the work over?',
    acceptHelp: 'It moves to your name with the roles that went with it. This cannot be undone.',
    accepted: 'The work moves to your name',
    reject: 'Reject',
    rejectTitle: 'Reject the work?',
    rejectHelp: 'It stays with its placeholder, and whoever asked is told.',
    rejected: 'The work stays with its placeholder',
    nothing: 'Nothing waits for your answer here',
    nothingHelp:
      'The link was answered or taken back, or it was meant for another account than yours.',
  },
};
