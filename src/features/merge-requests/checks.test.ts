import { detailedMergeStatuses } from '#contract/merge-request-record.ts';
import { expect, test } from 'vitest';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { checksOf, type Facts, type Judged } from './checks.ts';
import { titleAs } from './title-marks.ts';

const ready: Judged = {
  iid: 7,
  draft: false,
  detailed_merge_status: 'mergeable',
  has_conflicts: false,
  blocking_discussions_resolved: true,
  source_branch: 'topic',
  target_branch: 'main',
  source_project_id: 1,
  target_project_id: 1,
  merge_after: null,
  user: { can_merge: true },
};

const usual: Facts = {
  source: 'there',
  target: 'there',
  hasCommits: true,
  isLinear: false,
  behind: undefined,
  needsThreads: true,
  needsPipeline: false,
  needsControls: false,
  mayUpdate: true,
  approvalsLeft: 0,
  approvalsRequired: 0,
  blockers: [],
  hasBlocks: false,
  changesBy: [],
};

const failing = (change: Partial<Judged>, facts: Partial<Facts> = {}) =>
  checksOf({ ...ready, ...change }, { ...usual, ...facts })
    .filter(({ state }) => state !== 'pass')
    .map(({ key, state }) => [key, state]);

const shown = (change: Partial<Judged>, facts: Partial<Facts>, key: string) =>
  checksOf({ ...ready, ...change }, { ...usual, ...facts }).find((check) => check.key === key);

test('a merge request that can be merged has only passed checks, and all of them', () => {
  expect(failing({})).toEqual([]);
  const facts = { ...usual, isLinear: true, needsPipeline: true };
  const keys = checksOf({ ...ready, merge_after: '2020-01-01T00:00:00.000Z' }, facts);
  expect(keys.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'draft pass',
    'branches pass',
    'commits pass',
    'conflict pass',
    'rebase pass',
    'requested_changes pass',
    'threads pass',
    'time pass',
    'pipeline pass',
    'role pass',
  ]);
});

test.each<[string, Partial<Judged>, [string, string]]>([
  ['a draft', { draft: true, detailed_merge_status: 'draft_status' }, ['draft', 'fail']],
  ['conflicts', { has_conflicts: true, detailed_merge_status: 'conflict' }, ['conflict', 'fail']],
  [
    'threads',
    { detailed_merge_status: 'discussions_not_resolved', blocking_discussions_resolved: false },
    ['threads', 'fail'],
  ],
  ['the server still looking', { detailed_merge_status: 'checking' }, ['conflict', 'pending']],
  ['a role that is too low', { user: { can_merge: false } }, ['role', 'fail']],
])('%s stands in the way', (_name, change, check) => {
  expect(failing(change)).toEqual([check]);
});

test('the verdict of the server is not contradicted', () => {
  const soon = { merge_after: '2999-01-01T00:00:00.000Z' };
  expect(failing(soon, { isLinear: true, behind: 3 })).toEqual([]);
  expect(failing({ detailed_merge_status: 'not_open' })).toEqual([['not_open', 'fail']]);
});

test('each thing that holds it back is listed, whichever the server names', () => {
  const conflict = { has_conflicts: true, detailed_merge_status: 'not_approved' } as const;
  expect(failing(conflict, { approvalsLeft: undefined, blockers: ['!2'] })).toEqual([
    ['conflict', 'fail'],
    ['not_approved', 'fail'],
    ['merge_request_blocked', 'fail'],
  ]);
  const asked = { detailed_merge_status: 'requested_changes' } as const;
  expect(failing(asked, { approvalsLeft: 2 })).toEqual([
    ['requested_changes', 'fail'],
    ['not_approved', 'fail'],
  ]);
  expect(failing({}, { approvalsLeft: 2, blockers: ['!2'] })).toEqual([]);
});

test('external controls are told of where the project asks for them', () => {
  const held = { detailed_merge_status: 'status_checks_must_pass' } as const;
  expect(failing(held, { needsControls: true })).toEqual([['status_checks_must_pass', 'fail']]);
  const stateOf = (status: Judged['detailed_merge_status']) =>
    shown({ detailed_merge_status: status }, { needsControls: true }, 'status_checks_must_pass')
      ?.state;
  expect(stateOf('mergeable')).toBe('pass');
  expect(stateOf('draft_status')).toBe('pass');
  expect(stateOf('not_approved')).toBeUndefined();
  expect(shown({}, {}, 'status_checks_must_pass')).toBeUndefined();
});

test('what fails comes first and says what helps', () => {
  const change = { has_conflicts: true, detailed_merge_status: 'conflict' } as const;
  const [first] = checksOf({ ...ready, ...change }, usual);
  expect(first?.commands).toContain('git merge origin/main');
});

test('a missing source branch is said, with its commits to push again, and is no conflict', () => {
  const change = { has_conflicts: true, detailed_merge_status: 'commits_status' } as const;
  expect(failing(change, { source: 'gone' })).toEqual([
    ['source', 'fail'],
    ['conflict', 'pending'],
  ]);
  expect(shown(change, { source: 'gone' }, 'source')?.commands).toContain(
    'refs/merge-requests/7/head',
  );
  const fork = shown({ ...change, source_project_id: 2 }, { source: 'gone' }, 'source');
  expect(fork?.commands).toBeUndefined();
});

test('a missing target branch leads to another one for who may change it', () => {
  const change = {
    has_conflicts: true,
    detailed_merge_status: 'draft_status',
    draft: true,
  } as const;
  expect(failing(change, { target: 'gone' })).toEqual([
    ['draft', 'fail'],
    ['target', 'fail'],
    ['conflict', 'pending'],
  ]);
  expect(shown(change, { target: 'gone' }, 'target')?.action).toBe('edit');
  expect(shown(change, { target: 'gone', mayUpdate: false }, 'target')?.action).toBeUndefined();
});

test('while the branches are looked for nothing is blamed', () => {
  const change = { has_conflicts: true, detailed_merge_status: 'commits_status' } as const;
  const states = failing(change, { source: undefined, target: undefined });
  expect(states.map(([, state]) => state)).toEqual(['pending', 'pending', 'pending']);
});

test('nothing to merge is no conflict', () => {
  const change = { has_conflicts: true, detailed_merge_status: 'commits_status' } as const;
  expect(failing(change, { hasCommits: false })).toEqual([
    ['commits', 'fail'],
    ['conflict', 'pending'],
  ]);
});

test('a project that merges by fast-forward says how far the branch is behind', () => {
  const linear = { isLinear: true };
  expect(failing({ detailed_merge_status: 'need_rebase' }, linear)).toEqual([['rebase', 'fail']]);
  const draft = { detailed_merge_status: 'draft_status', draft: true } as const;
  expect(failing(draft, { ...linear, behind: 2 })).toContainEqual(['rebase', 'fail']);
  expect(failing(draft, { ...linear, behind: 0 })).toEqual([['draft', 'fail']]);
  expect(failing(draft, linear)).toContainEqual(['rebase', 'pending']);
});

test('who may not mark it as ready is told who may', () => {
  const draft = { detailed_merge_status: 'draft_status', draft: true } as const;
  expect(shown(draft, {}, 'draft')?.action).toBe('ready');
  const other = shown(draft, { mayUpdate: false }, 'draft');
  expect([other?.action, other?.help]).toEqual([
    undefined,
    mergeRequestWords.box.draftHelpOfOthers,
  ]);
});

test.each([
  ['Draft: Tides', 'Tides'],
  ['[draft] Tides', 'Tides'],
  ['(Draft) Tides', 'Tides'],
  ['[Draft] Draft: draft:Tides', 'Tides'],
  ['Drafting tides', 'Drafting tides'],
])('%s is ready as %s', (title, isReady) => {
  expect(titleAs(title, false)).toBe(isReady);
});

test('every reason of the server is a check that fails or waits, with its next step', () => {
  for (const status of detailedMergeStatuses.filter((one) => one !== 'mergeable')) {
    const merge_after = status === 'merge_time' ? '2999-01-01T00:00:00.000Z' : null;
    const open = checksOf(
      { ...ready, detailed_merge_status: status, merge_after },
      { ...usual, isLinear: status === 'need_rebase' },
    ).filter(({ state }) => state !== 'pass');
    const silent = open.filter((one) => !one.help && !one.commands && !one.action);
    expect([status, open.length > 0, silent.map(({ key }) => key)]).toEqual([status, true, []]);
  }
});
