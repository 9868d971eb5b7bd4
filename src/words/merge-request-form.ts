import { formatCount } from '../lib/format.ts';

/** Words of the form of a merge request. */
export const mergeRequestFormWords = {
  branches: 'Branches',
  source: 'Source branch',
  target: 'Target branch',
  same: 'Source and target are the same branch.',
  existing: 'These branches have an open merge request already:',
  conflicts: (files: readonly string[], target: string) =>
    files.length === 0
      ? `Cannot be merged into ${target}: the branches have no commit in common.`
      : `Conflicts with ${target} in ${files.join(', ')}`,
  chooseBoth: 'Choose the branches to see what would be merged.',
  title: 'Title',
  titleHelp: 'Begin it with “Draft:” while it is not ready.',
  description: 'Description',
  descriptionHelp: 'Markdown. Say what changes, and why.',
  options: 'When it is merged',
  removeBranch: 'Delete the source branch',
  squash: 'Squash its commits into one',
  mergeAfter: 'Not before',
  mergeAfterHelp: 'In your time zone. Until then nobody merges it; empty, any time will do.',
  people: 'Who and when',
  reviewers: 'Reviewers',
  submit: 'Create merge request',
  created: (reference: string) => `Merge request ${reference} created`,
  editTitle: 'Edit merge request',
  save: 'Save merge request',
  saved: 'Merge request saved',
  nothing: 'Nothing to merge: the source branch has no commit of its own.',
  previewCommits: (count: number) => formatCount(count, 'commit', 'commits'),
  previewFiles: (count: number) => formatCount(count, 'changed file', 'changed files'),
  sourceHelp: 'Another branch needs a merge request of its own.',
  empty: 'The repository is empty',
  emptyHelp: 'Push a first commit, then a second branch; it can be proposed here.',
  mayNotCreate: 'You may not propose a merge request here',
  mayNotCreateHelp:
    'It takes the role Developer or higher. A maintainer or owner of the project can give it to you.',
  mayNotEdit: 'You may not change this merge request',
  mayNotEditHelp: 'Its author, its assignees and developers of the project may.',
  archivedHelp: 'The project is archived. An owner can unarchive it.',
} as const;
