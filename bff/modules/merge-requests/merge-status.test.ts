import { describe, expect, it } from 'vitest';
import { detailedMergeStatuses } from '#contract/merge-request-record.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import {
  detailedMergeStatus,
  isSettled,
  type MergeStatus,
  shownMergeStatus,
  statusAfterPush,
  statusWhileChecked,
  type StatusInput,
  type StatusSettings,
} from './merge-status.ts';

const instant = '2026-11-27T12:00:00.000Z';
const ready: StatusInput = {
  merge_status: 'can_be_merged',
  state: 'opened',
  merge_after: null,
  draft: 0,
  branch_missing: 0,
  commits_count: 1,
  unresolved_count: 0,
  diverged: 0,
  auto_merge: 0,
};
const usual: StatusSettings = {
  merge_method: 'merge',
  only_allow_merge_if_all_discussions_are_resolved: 0,
  only_allow_merge_if_pipeline_succeeds: 0,
  allow_merge_on_skipped_pipeline: 0,
};
const strict: StatusSettings = {
  merge_method: 'ff',
  only_allow_merge_if_all_discussions_are_resolved: 1,
  only_allow_merge_if_pipeline_succeeds: 0,
  allow_merge_on_skipped_pipeline: 0,
};

describe('detailed merge status', () => {
  const rows: [string, Partial<StatusInput>, StatusSettings][] = [
    ['preparing', { merge_status: 'preparing' }, usual],
    ['checking', { merge_status: 'checking' }, usual],
    ['checking', { merge_status: 'cannot_be_merged_rechecking' }, usual],
    ['unchecked', { merge_status: 'unchecked' }, usual],
    ['unchecked', { merge_status: 'cannot_be_merged_recheck' }, usual],
    ['not_open', { state: 'closed' }, usual],
    ['not_open', { state: 'merged' }, usual],
    ['not_open', { state: 'locked' }, usual],
    ['merge_time', { merge_after: '2026-11-27T12:00:00.001Z' }, usual],
    ['mergeable', { merge_after: instant }, usual],
    ['draft_status', { draft: 1 }, usual],
    ['commits_status', { commits_count: 0 }, usual],
    ['commits_status', { branch_missing: 1 }, usual],
    ['discussions_not_resolved', { unresolved_count: 1 }, strict],
    ['mergeable', { unresolved_count: 1 }, usual],
    ['conflict', { merge_status: 'cannot_be_merged' }, usual],
    ['need_rebase', { diverged: 1 }, strict],
    ['need_rebase', { diverged: 1 }, { ...usual, merge_method: 'rebase_merge' }],
    ['mergeable', { diverged: 1 }, usual],
    ['mergeable', {}, strict],
  ];

  it.each(rows)('is %s for %o', (wanted, row, project) => {
    const moment = { instant, pipeline: undefined };
    expect(detailedMergeStatus({ ...ready, ...row }, project, moment)).toBe(wanted);
  });

  const wanting: StatusSettings = { ...usual, only_allow_merge_if_pipeline_succeeds: 1 };
  const lenient: StatusSettings = { ...wanting, allow_merge_on_skipped_pipeline: 1 };
  const pipelines: [string, PipelineStatus | undefined, StatusSettings, number][] = [
    ['mergeable', 'failed', usual, 0],
    ['mergeable', 'running', usual, 0],
    ['ci_must_pass', undefined, wanting, 0],
    ['ci_must_pass', 'failed', wanting, 0],
    ['ci_must_pass', 'canceled', wanting, 0],
    ['ci_must_pass', 'manual', wanting, 0],
    ['ci_must_pass', 'skipped', wanting, 0],
    ['mergeable', 'skipped', lenient, 0],
    ['ci_must_pass', 'failed', lenient, 0],
    ['ci_still_running', 'created', wanting, 0],
    ['ci_still_running', 'pending', wanting, 0],
    ['ci_still_running', 'running', wanting, 0],
    ['mergeable', 'success', wanting, 0],
    ['mergeable', undefined, usual, 1],
    ['mergeable', 'success', usual, 1],
    ['ci_still_running', 'running', usual, 1],
    ['ci_must_pass', 'failed', usual, 1],
  ];
  it.each(pipelines)('is %s when the pipeline is %s', (wanted, pipeline, project, auto_merge) => {
    const row = { ...ready, auto_merge };
    expect(detailedMergeStatus(row, project, { instant, pipeline })).toBe(wanted);
  });

  it('of several reasons the first of the order is shown', () => {
    const steps: [string, Partial<StatusInput>][] = [
      ['preparing', { merge_status: 'cannot_be_merged' }],
      ['not_open', { state: 'opened' }],
      ['requested_changes', {}],
      ['not_approved', {}],
      ['merge_request_blocked', {}],
      ['status_checks_must_pass', {}],
      ['merge_time', { merge_after: null }],
      ['draft_status', { draft: 0 }],
      ['commits_status', { commits_count: 1, branch_missing: 0 }],
      ['discussions_not_resolved', { unresolved_count: 0 }],
      ['conflict', { merge_status: 'can_be_merged' }],
      ['need_rebase', { diverged: 0 }],
      ['ci_must_pass', {}],
    ];
    const project = { ...strict, only_allow_merge_if_pipeline_succeeds: 1 };
    let row: StatusInput = {
      merge_status: 'preparing',
      state: 'closed',
      merge_after: '2030-01-01T00:00:00.000Z',
      draft: 1,
      branch_missing: 1,
      commits_count: 0,
      unresolved_count: 2,
      diverged: 1,
      auto_merge: 0,
    };
    let changesRequested = true;
    let missingApprovals = 1;
    let blocked = true;
    let controlsOpen = true;
    for (const [wanted, repair] of steps) {
      const moment = {
        instant,
        pipeline: 'failed',
        changesRequested,
        missingApprovals,
        blocked,
        controlsOpen,
      } as const;
      expect(detailedMergeStatus(row, project, moment)).toBe(wanted);
      row = { ...row, ...repair };
      if (wanted === 'requested_changes') changesRequested = false;
      if (wanted === 'not_approved') missingApprovals = 0;
      if (wanted === 'merge_request_blocked') blocked = false;
      if (wanted === 'status_checks_must_pass') controlsOpen = false;
    }
  });

  it('those without a check here never appear', () => {
    const unchecked = [
      'jira_association_missing',
      'security_policy_violations',
      'locked_paths',
      'locked_lfs_files',
    ];
    const shown: readonly string[] = detailedMergeStatuses;
    expect(unchecked.filter((status) => shown.includes(status))).toEqual([]);
  });
});

describe('merge status', () => {
  const moves: [MergeStatus, MergeStatus, MergeStatus, string][] = [
    ['preparing', 'unchecked', 'preparing', 'checking'],
    ['unchecked', 'unchecked', 'checking', 'unchecked'],
    ['checking', 'unchecked', 'checking', 'checking'],
    ['can_be_merged', 'unchecked', 'checking', 'can_be_merged'],
    [
      'cannot_be_merged',
      'cannot_be_merged_recheck',
      'cannot_be_merged_rechecking',
      'cannot_be_merged',
    ],
    [
      'cannot_be_merged_recheck',
      'cannot_be_merged_recheck',
      'cannot_be_merged_rechecking',
      'cannot_be_merged_recheck',
    ],
    [
      'cannot_be_merged_rechecking',
      'cannot_be_merged_recheck',
      'cannot_be_merged_rechecking',
      'checking',
    ],
  ];

  it.each(moves)(
    'from %s a push leads to %s, a check to %s, and it is shown as %s',
    (from, pushed, checked, shown) => {
      expect(statusAfterPush(from)).toBe(pushed);
      expect(statusWhileChecked(from)).toBe(checked);
      expect(shownMergeStatus(from)).toBe(shown);
      expect(isSettled(from)).toBe(from === 'can_be_merged' || from === 'cannot_be_merged');
    },
  );
});
