import { type Ctx, now, transact } from '../../context.ts';
import type { Change } from '../../db/schema.ts';
import { enqueue } from '../../jobs/queue.ts';
import { approvalsAfterPush } from '../approvals/reset-rules.ts';
import { audit } from '../audit/rules.ts';
import { wakeWaitingFor } from '../merge-request-dependencies/state-rules.ts';
import { findProjectById } from '../projects/rules.ts';
import { tellState } from '../resource-events/write-rules.ts';
import { abortAutoMerge, askForAutoMerge } from './auto-merge.ts';
import { headsOf } from './branches.ts';
import { examine, type Finding } from './examine.ts';
import { isSettled, statusWhileChecked } from './merge-status.ts';
import { findLatestVersion, insertVersion, type Version } from './related-repository.ts';
import {
  findMergeRequestById,
  lockMergeRequest,
  type MergeRequest,
  recordCheck,
  updateMergeRequestRow,
} from './repository.ts';
import { askForIssueLinks, askForRefresh, eventTargetOf, tell } from './rules.ts';
import { askToWatch, endlessCheck, endWatch, isUnmerged } from './watch-rules.ts';

/** Checks at work in this process, by what they are of: a second one would wait for the same thing. */
const checksAtWork = new WeakMap<object, Set<string>>();

const keyOf = (row: MergeRequest) => `${row.id}:${row.refresh_count}`;

/** Whether this process is finding out about a merge request as it is. */
export const isAtWork = (ctx: Ctx, row: MergeRequest): boolean =>
  checksAtWork.get(ctx.jobs)?.has(keyOf(row)) === true;

/** The job: does nothing when another check has said all there is to say, or is about to. */
export async function refreshIfDue(
  ctx: Ctx,
  job: { merge_request_id: number; user_id: number | null },
): Promise<void> {
  const row = await findMergeRequestById(ctx.db, job.merge_request_id);
  if (row === undefined || isSettled(row.merge_status) || isAtWork(ctx, row)) return;
  await refresh(ctx, row.id, job.user_id);
}

/**
 * Brings a merge request up to its branches: a version for a new head, and whether it can be
 * merged. Undefined when it is merged or gone, or when something asked for another check meanwhile.
 */
export async function refresh(
  ctx: Ctx,
  id: number,
  by: number | null = null,
): Promise<MergeRequest | undefined> {
  const begun = await begin(ctx, id);
  if (begun === undefined) return undefined;
  const { row, latest } = begun;
  let found: Finding;
  try {
    found = await atWork(ctx, row, () => examine(ctx, row, latest));
  } catch (error) {
    // Back to where the next read or the next try of the job begins anew.
    await recordCheck(ctx.db, row, { merge_status: 'unchecked' });
    throw error;
  }
  return transact(ctx, async (ctx) => {
    const held = await lockMergeRequest(ctx.db, id);
    // Checks may run side by side: what another has made of this head is not made twice.
    if ((await findLatestVersion(ctx.db, id))?.id !== latest?.id) return undefined;
    const merge_error = held?.merge_error ?? null;
    const recorded = await record(ctx, { ...row, merge_error }, { found, latest, by });
    if (recorded !== undefined) await endWatch(ctx, id);
    return recorded;
  });
}

async function atWork<T>(ctx: Ctx, row: MergeRequest, work: () => Promise<T>): Promise<T> {
  const keys = checksAtWork.get(ctx.jobs) ?? new Set();
  checksAtWork.set(ctx.jobs, keys);
  keys.add(keyOf(row));
  try {
    return await work();
  } finally {
    keys.delete(keyOf(row));
  }
}

/** The row and its latest version of one moment: together they say whether a new one is wanted. */
const begin = (
  ctx: Ctx,
  id: number,
): Promise<{ row: MergeRequest; latest: Version | undefined } | undefined> =>
  transact(ctx, async (ctx) => {
    const row = await lockMergeRequest(ctx.db, id);
    if (row === undefined || !isUnmerged(row)) return undefined;
    const merge_status = statusWhileChecked(row.merge_status);
    const checking = await updateMergeRequestRow(ctx.db, id, { merge_status });
    await askToWatch(ctx, id);
    return { row: checking, latest: await findLatestVersion(ctx.db, id) };
  });

interface Checked {
  found: Finding;
  latest: Version | undefined;
  by: number | null;
}

async function record(
  ctx: Ctx,
  begun: MergeRequest,
  { found, latest, by }: Checked,
): Promise<MergeRequest | undefined> {
  const prepared_at = begun.prepared_at ?? now(ctx);
  const ended = {
    check_tries: 0,
    ...(begun.merge_error === endlessCheck ? { merge_error: null } : {}),
  };
  if (found.kind === 'missing') {
    return recordCheck(ctx.db, begun, {
      ...ended,
      prepared_at,
      branch_missing: 1,
      merge_status: 'cannot_be_merged',
    });
  }
  if (found.kind === 'contained') return recordMergedByHand(ctx, begun, { found, by });
  const { head, target, version, conflict, diverged } = found;
  const change: Change<'merge_requests'> = {
    ...ended,
    prepared_at,
    branch_missing: 0,
    checked_target_sha: target,
    merge_status: conflict ? 'cannot_be_merged' : 'can_be_merged',
    diverged: diverged ? 1 : 0,
  };
  if (version !== undefined) {
    change.head_sha = head;
    change.base_sha = version.base_commit_sha;
    change.start_sha = version.start_commit_sha;
    change.commits_count = version.commits_count;
    change.changes_count = version.changes_count;
  }
  const row = await recordCheck(ctx.db, begun, change);
  if (row === undefined) return undefined;
  if (version === undefined) {
    await askForAutoMerge(ctx, row);
    return row;
  }
  await approvalsAfterPush(ctx, [row], head);
  await insertVersion(ctx.db, { ...version, merge_request_id: row.id, created_at: now(ctx) });
  await askForIssueLinks(ctx, row);
  if (latest !== undefined && latest.head_commit_sha !== head) {
    const added = `Compare ${latest.head_commit_sha.slice(0, 8)} with ${head.slice(0, 8)}`;
    await tell(ctx, row, { body: `pushed new commits\n\n${added}`, by });
  }
  if (row.auto_merge !== 1) return row;
  const reason = 'aborted the automatic merge because what it was set for has changed';
  return abortAutoMerge(ctx, row, { reason, by });
}

async function recordMergedByHand(
  ctx: Ctx,
  begun: MergeRequest,
  { found, by }: { found: Extract<Finding, { kind: 'contained' }>; by: number | null },
): Promise<MergeRequest | undefined> {
  const time = now(ctx);
  const row = await recordCheck(ctx.db, begun, {
    state: 'merged',
    merge_status: 'can_be_merged',
    merged_at: time,
    merge_user_id: by,
    merge_commit_sha: found.mergeCommit,
    merge_error: null,
    auto_merge: 0,
    merge_params: null,
    updated_at: time,
  });
  if (row === undefined) return undefined;
  await tell(ctx, row, { body: 'merged manually', by });
  await tellState(ctx, eventTargetOf(row), { state: 'merged', by, at: time });
  await wakeWaitingFor(ctx, { of: 'id', id: row.id });
  const project = await findProjectById(ctx, row.target_project_id);
  if (by !== null && row.target_branch === project?.default_branch) {
    await enqueue(ctx, 'close_issues', { merge_request_id: row.id, user_id: by });
  }
  await audit(ctx, {
    action: 'merge_request.merge',
    subject: { type: 'MergeRequest', id: row.id, name: `!${row.iid}` },
    projectId: row.target_project_id,
    before: { state: begun.state },
    after: { state: row.state, by_hand: true, user_id: by, sha: found.head },
  });
  return row;
}

/** Starts a check in the background where one is due; a single read asks for it. */
export async function checkIfDue(ctx: Ctx, row: MergeRequest): Promise<void> {
  if (!isUnmerged(row) || isSettled(row.merge_status)) return;
  const runs =
    row.merge_status === 'checking' || row.merge_status === 'cannot_be_merged_rechecking';
  // A check that runs is asked for again only in case it never ends.
  await (runs ? askToWatch(ctx, row.id) : askForRefresh(ctx, row.id));
}

const attempts = 5;

/** The merge request with a finished check of the branches as they are; undefined if they never rest. */
export async function settled(ctx: Ctx, row: MergeRequest): Promise<MergeRequest | undefined> {
  let latest: MergeRequest | undefined = row;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (latest === undefined || !isUnmerged(latest)) return latest;
    if (await isUpToDate(ctx, latest)) return latest;
    const checked = await refresh(ctx, row.id);
    if (checked !== undefined) return checked;
    latest = await findMergeRequestById(ctx.db, row.id);
  }
  return undefined;
}

/** Whether the last check still says what is so: neither branch has moved in git since. */
async function isUpToDate(ctx: Ctx, row: MergeRequest): Promise<boolean> {
  if (!isSettled(row.merge_status) || row.branch_missing === 1) return false;
  const { source, target } = await headsOf(ctx, row);
  return source === row.head_sha && target === row.checked_target_sha;
}
