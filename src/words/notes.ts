import { formatCount } from '../lib/format.ts';

/** Words of comments and threads. */
export const noteWords = {
  activity: 'Activity',
  none: 'Nobody has commented yet.',
  locked: 'Only members of the project may comment on this merge request.',
  archived: 'The project is archived: nothing can be added any more.',
  comment: 'Comment',
  write: 'Write a comment',
  writePlaceholder: 'Markdown',
  added: 'Comment added',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  replied: 'Reply added',
  resolve: 'Resolve',
  reopen: 'Open again',
  resolved: 'Resolved',
  unresolved: 'Unresolved',
  resolvedBy: (name: string) => `Resolved by ${name}`,
  threadResolved: 'Thread resolved',
  threadReopened: 'Thread open again',
  onLine: (path: string, line: number) => `${path}, line ${line}`,
  onFile: (path: string) => path,
  inDiff: 'Show it in the changes',
  notes: (count: number) => formatCount(count, 'comment', 'comments'),
  edited: 'edited',
} as const;
