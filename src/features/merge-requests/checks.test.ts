import { expect, test } from 'vitest';
import { checksOf, type Judged } from './checks.ts';
import { titleAs } from './review-actions.tsx';

const ready: Judged = {
  state: 'opened',
  draft: false,
  detailed_merge_status: 'mergeable',
  has_conflicts: false,
  blocking_discussions_resolved: true,
  source_branch: 'topic',
  target_branch: 'main',
  merge_after: null,
  user: { can_merge: true },
};

const failing = (change: Partial<Judged>) =>
  checksOf({ ...ready, ...change })
    .filter(({ state }) => state !== 'pass')
    .map(({ key, state }) => [key, state]);

test('a merge request that can be merged has only passed checks', () => {
  expect(failing({})).toEqual([]);
});

test.each<[string, Partial<Judged>, [string, string]]>([
  ['a draft', { draft: true, detailed_merge_status: 'draft_status' }, ['draft', 'fail']],
  ['conflicts', { has_conflicts: true, detailed_merge_status: 'conflict' }, ['conflict', 'fail']],
  ['an older base', { detailed_merge_status: 'need_rebase' }, ['rebase', 'fail']],
  ['no commits', { detailed_merge_status: 'commits_status' }, ['commits', 'fail']],
  ['threads', { detailed_merge_status: 'discussions_not_resolved' }, ['threads', 'fail']],
  ['the server still looking', { detailed_merge_status: 'checking' }, ['conflict', 'pending']],
  ['a role that is too low', { user: { can_merge: false } }, ['role', 'fail']],
])('%s stands in the way', (_name, change, check) => {
  expect(failing(change)).toEqual([check]);
});

test('what fails comes first and says what helps', () => {
  const [first] = checksOf({ ...ready, has_conflicts: true, detailed_merge_status: 'conflict' });
  expect(first?.commands).toContain('git merge origin/main');
});

test.each([
  ['Draft: Tides', 'Tides'],
  ['[draft] Tides', 'Tides'],
  ['(Draft) Tides', 'Tides'],
  ['Drafting tides', 'Drafting tides'],
])('%s is ready as %s', (title, isReady) => {
  expect(titleAs(title, false)).toBe(isReady);
});
