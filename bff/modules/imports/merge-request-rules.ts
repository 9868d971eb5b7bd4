import type { ImportRecord, RecordOf } from '#contract/import-bundle.ts';
import type { Ctx } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { isBranchName } from '../../git/names.ts';
import { aheadBehind, mergeBase } from '../../git/refs.ts';
import { resolve } from '../../git/resolve.ts';
import { commitOfSha } from '../../git/commits.ts';
import { bringLabels, usableLabels } from '../labels/rules.ts';
import { branchRef, keepCommits } from '../merge-requests/branches.ts';
import { isDraftTitle } from '../merge-requests/draft.ts';
import { versionOf } from '../merge-requests/examine.ts';
import { askForRefresh, eventTargetOf, type MergeRequest } from '../merge-requests/rules.ts';
import { countTasks } from '../merge-requests/tasks.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { tellMilestone, tellState } from '../resource-events/write-rules.ts';
import { findImported } from './repository.ts';
import {
  insertAssignees,
  insertMergeRequest,
  insertReviewers,
  insertVersion,
} from './merge-request-repository.ts';
import {
  type At,
  bearersOf,
  type Branches,
  instant,
  milestoneOf,
  keyOf,
  numberOf,
  projectOf,
} from './place.ts';
import type { Source } from './person-rules.ts';
import { ImportProblem } from './problem.ts';

type Line = RecordOf<'merge_request'>;

/**
 * Asks git about the merge requests of some lines, before they are written: inside a transaction
 * nobody waits for git. Lines that are here already are left out.
 */
export async function lookAtBranches(
  ctx: Ctx,
  batch: readonly { line: number; record: ImportRecord }[],
  { source, projects }: { source: Source; projects: ReadonlyMap<string, Project> },
): Promise<Map<number, Branches>> {
  const found = new Map<number, Branches>();
  for (const { line, record } of batch) {
    if (record.type !== 'merge_request') continue;
    const key = keyOf({ source }, record.type, record.id);
    if ((await findImported(ctx.db, key)) !== undefined) continue;
    const project = projectOf({ projects, line }, record.project);
    found.set(line, await branchesOf(repositoryPath(ctx, project.id), line, record));
  }
  return found;
}

async function branchesOf(repo: string, line: number, record: Line): Promise<Branches> {
  const commitOf = async (branch: string) => {
    if (!isBranchName(branch)) throw new ImportProblem(`Line ${line}: ${branch} is no branch.`);
    return resolve(repo, branchRef(branch));
  };
  const commitNamed = async (sha: string | undefined) =>
    sha === undefined ? undefined : resolve(repo, sha);
  const source = await commitOf(record.source_branch);
  const target = await commitOf(record.target_branch);
  if (record.state === 'opened') {
    for (const [branch, sha] of [
      [record.source_branch, source],
      [record.target_branch, target],
    ] as const) {
      if (sha !== undefined) continue;
      throw new ImportProblem(`Line ${line}: ${record.project} has no branch ${branch}.`);
    }
  }
  const mergeCommit = await commitNamed(record.merge_commit_sha);
  const head = (await commitNamed(record.head_sha)) ?? source;
  const whole = source !== undefined && target !== undefined;
  // The check of open ones makes out the version by itself.
  if (head === undefined || (record.state !== 'merged' && whole)) {
    return { head, mergeCommit, version: undefined, whole };
  }
  const start =
    (await commitNamed(record.base_sha)) ?? (await startOf(repo, { head, mergeCommit, target }));
  await keepCommits(repo, [head]);
  if (start === undefined) return { head, mergeCommit, version: undefined, whole };
  const counts = await aheadBehind(repo, start, head);
  return {
    head,
    mergeCommit,
    version: await versionOf(repo, { head, target: start, ...counts }),
    whole,
  };
}

/** Where the target branch was: before the merge, or where both part. */
async function startOf(
  repo: string,
  at: { head: string; mergeCommit: string | undefined; target: string | undefined },
): Promise<string | undefined> {
  const { head, mergeCommit, target } = at;
  if (mergeCommit !== undefined) return (await commitOfSha(repo, mergeCommit)).parents[0];
  return target === undefined ? undefined : mergeBase(repo, target, head);
}

/** Writes a merge request with what git says of it. */
export async function writeMergeRequest(at: At<'merge_request'>): Promise<number> {
  const { ctx, record, people, source } = at;
  const project = projectOf(at, record.project);
  const branches = at.branches.get(at.line);
  if (branches === undefined) throw new Error('nobody has looked at the branches of a line');
  const { version, whole } = branches;
  const { state } = record;
  const changed = instant(record.updated_at ?? record.created_at);
  const tasks = countTasks(record.description ?? null);
  const person = async (id: string | undefined) =>
    id === undefined ? null : people.bearer(ctx, id);
  const author_id = await people.bearer(ctx, record.author);
  const row = await insertMergeRequest(ctx.db, {
    iid: await numberOf(ctx, project, { table: 'merge_requests', wanted: record.iid }),
    target_project_id: project.id,
    source_project_id: project.id,
    source_branch: record.source_branch,
    target_branch: record.target_branch,
    title: record.title,
    title_lower: record.title.toLowerCase(),
    description: record.description ?? null,
    description_lower: record.description?.toLowerCase() ?? null,
    state,
    draft: bit(isDraftTitle(record.title)),
    author_id,
    milestone_id: await milestoneOf(at, project, record.milestone),
    merge_status: state === 'merged' ? 'can_be_merged' : 'unchecked',
    branch_missing: bit(state === 'closed' && !whole),
    head_sha: branches.head ?? null,
    base_sha: version?.base_commit_sha ?? null,
    start_sha: version?.start_commit_sha ?? null,
    commits_count: version?.commits_count ?? 0,
    changes_count: version?.changes_count ?? null,
    merge_commit_sha: branches.mergeCommit ?? null,
    merge_user_id: state === 'merged' ? await person(record.merged_by) : null,
    merged_at: state === 'merged' ? instant(record.merged_at ?? changed) : null,
    closed_by_id: state === 'closed' ? await person(record.closed_by) : null,
    closed_at: state === 'closed' ? instant(record.closed_at ?? changed) : null,
    prepared_at: state === 'merged' ? instant(record.created_at) : null,
    task_count: tasks.count,
    task_completed_count: tasks.completed,
    imported_from: source.importType,
    created_at: instant(record.created_at),
    updated_at: changed,
  });
  const of = { id: row.id, instant: instant(record.created_at) };
  if (version !== undefined) {
    await insertVersion(ctx.db, { ...version, merge_request_id: row.id, created_at: of.instant });
  }
  await insertAssignees(ctx.db, { ...of, userIds: await bearersOf(at, record.assignees) });
  await insertReviewers(ctx.db, { ...of, userIds: await bearersOf(at, record.reviewers) });
  const labels = await usableLabels(ctx, project, [...new Set(record.labels)]);
  await bringLabels(
    ctx,
    { target_type: 'MergeRequest', target_id: row.id },
    { labels, authorId: author_id, at: of.instant },
  );
  await tellPast(ctx, row);
  if (state !== 'merged') await askForRefresh(ctx, row.id);
  return row.id;
}

/** Its milestone came with it, as its author's doing; who closed or merged it is said by its record. */
async function tellPast(ctx: Ctx, row: MergeRequest): Promise<void> {
  const of = eventTargetOf(row);
  const came = { before: null, after: row.milestone_id, by: row.author_id, at: row.created_at };
  await tellMilestone(ctx, of, came);
  if (row.state === 'closed') {
    const at = row.closed_at ?? row.updated_at;
    await tellState(ctx, of, { state: 'closed', by: row.closed_by_id, at });
  }
  if (row.state === 'merged') {
    const at = row.merged_at ?? row.updated_at;
    await tellState(ctx, of, { state: 'merged', by: row.merge_user_id, at });
  }
}
