import type { BodyOf } from '#contract/endpoint.ts';
import type { mergeRequests } from '#contract/merge-requests.ts';
import { actingUserId, type Ctx, now, transact } from '../../context.ts';
import { bit, isUniqueViolation } from '../../db/portable.ts';
import type { Change } from '../../db/schema.ts';
import { forbidden, invalid } from '../../errors.ts';
import { approvalsAfterPush } from '../approvals/reset-rules.ts';
import { audit } from '../audit/rules.ts';
import { changeLabels, namesOf } from '../labels/rules.ts';
import { findProjectById, type Project } from '../projects/rules.ts';
import { branchSha } from '../repositories/rules.ts';
import { tellMilestone, tellStateChange } from '../resource-events/write-rules.ts';
import { askForAutoMerge, noAutoMerge } from './auto-merge.ts';
import { areRelated, checkPair, refuseTwin } from './create-rules.ts';
import { isDraftTitle } from './draft.ts';
import {
  problemsWithPeople,
  problemsWithReviewers,
  setPeople,
  wantedPeople,
} from './people-rules.ts';
import { markChanged } from './push-rules.ts';
import { lockMergeRequest, type MergeRequest, updateMergeRequestRow } from './repository.ts';
import {
  askForIssueLinks,
  eventTargetOf,
  getMergeRequest,
  labelTargetOf,
  mayUpdate,
  tell,
  usableMilestone,
} from './rules.ts';
import { countTasks } from './tasks.ts';

type Body = BodyOf<typeof mergeRequests.update>;

/** Changes a merge request: Developers may, and authors and assignees their own. */
export async function updateMergeRequest(
  ctx: Ctx,
  project: Project,
  given: { iid: number; body: Body },
): Promise<MergeRequest> {
  const row = await getMergeRequest(ctx, project, given.iid);
  if (!(await mayUpdate(ctx, project, row))) throw forbidden();
  try {
    return await transact(ctx, (ctx) => change(ctx, project, { row, body: given.body }));
  } catch (error) {
    // Somebody opened the same pair of branches meanwhile.
    const pair = { ...row, target_branch: given.body.target_branch ?? row.target_branch };
    if (isUniqueViolation(error)) await refuseTwin(ctx, pair, row.id);
    throw error;
  }
}

async function change(
  ctx: Ctx,
  project: Project,
  { row, body }: { row: MergeRequest; body: Body },
): Promise<MergeRequest> {
  const before = await lockMergeRequest(ctx.db, row.id);
  if (before === undefined) return row;
  const wanted = wantedPeople(body);
  await checkValues(ctx, project, { row: before, body, wanted });
  const columns = {
    ...columnsOf(body, before),
    ...(await transition(ctx, project, { before, event: body.state_event })),
    ...(await retarget(ctx, project, { before, branch: body.target_branch })),
  };
  const changed = Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => before[name as keyof MergeRequest] !== value),
  );
  const people = await setPeople(ctx, before, wanted);
  const labels = await changeLabels(
    ctx,
    { project, target: labelTargetOf(before) },
    {
      ...(body.labels === undefined ? {} : { set: namesOf(body.labels ?? []) }),
      add: namesOf(body.add_labels ?? []),
      remove: namesOf(body.remove_labels ?? []),
    },
  );
  const isChanged = Object.keys(changed).length > 0 || people || labels.added + labels.removed > 0;
  if (!isChanged) return before;
  let after = await updateMergeRequestRow(ctx.db, before.id, { ...changed, updated_at: now(ctx) });
  const reopened = before.state === 'closed' && after.state === 'opened';
  const retargeted = before.target_branch !== after.target_branch;
  // What was approved for one branch is not approved for another, which may have other rules.
  if (retargeted) await approvalsAfterPush(ctx, [after]);
  if (reopened || retargeted) {
    after = await markChanged(ctx, after, retargeted ? { start_sha: null } : {});
  }
  await askForIssueLinks(ctx, after, before);
  await tellChanges(ctx, before, after);
  await tellEvents(ctx, before, after);
  await askForAutoMerge(ctx, after);
  await record(ctx, project, { before, after, changed, body });
  return after;
}

async function checkValues(
  ctx: Ctx,
  project: Project,
  given: { row: MergeRequest; body: Body; wanted: ReturnType<typeof wantedPeople> },
): Promise<void> {
  const { body, wanted } = given;
  const problems = {
    ...(await problemsWithPeople(ctx, project, wanted)),
    ...(await problemsWithReviewers(ctx, project, given)),
  };
  const milestone = body.milestone_id ?? 0;
  if (milestone !== 0 && (await usableMilestone(ctx, project, milestone)) === undefined) {
    problems.milestone_id = ['is invalid'];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function columnsOf(body: Body, before: MergeRequest): Change<'merge_requests'> {
  const columns: Change<'merge_requests'> = {};
  if (body.title !== undefined) {
    columns.title = body.title;
    columns.title_lower = body.title.toLowerCase();
    columns.draft = bit(isDraftTitle(body.title));
  }
  if (body.description !== undefined) {
    const tasks = countTasks(body.description);
    columns.description = body.description;
    columns.description_lower = body.description?.toLowerCase() ?? null;
    columns.task_count = tasks.count;
    columns.task_completed_count = tasks.completed;
  }
  if (body.milestone_id !== undefined) columns.milestone_id = body.milestone_id || null;
  if (body.squash !== undefined) columns.squash = bit(body.squash);
  if (body.merge_after !== undefined) columns.merge_after = body.merge_after;
  const { remove_source_branch, discussion_locked } = body;
  if (remove_source_branch !== undefined) {
    columns.force_remove_source_branch =
      remove_source_branch === null ? null : bit(remove_source_branch);
  }
  if (discussion_locked !== undefined) {
    columns.discussion_locked = discussion_locked === null ? null : bit(discussion_locked);
  }
  const collaboration = body.allow_collaboration ?? body.allow_maintainer_to_push;
  const isFork = before.source_project_id !== before.target_project_id;
  if (collaboration !== undefined && isFork) columns.allow_collaboration = bit(collaboration);
  return columns;
}

/** Closing and reopening; what cannot be changes nothing. */
async function transition(
  ctx: Ctx,
  project: Project,
  { before, event }: { before: MergeRequest; event: Body['state_event'] },
): Promise<Change<'merge_requests'>> {
  if (event === 'close' && before.state === 'opened') {
    return {
      state: 'closed',
      closed_by_id: actingUserId(ctx),
      closed_at: now(ctx),
      ...noAutoMerge,
    };
  }
  if (event !== 'reopen' || before.state !== 'closed') return {};
  if (before.source_project_id === null) return {};
  const source = await findProjectById(ctx, before.source_project_id);
  if (source === undefined || !areRelated(source, project)) return {};
  if ((await branchSha(ctx, source.id, before.source_branch)) === undefined) return {};
  await refuseTwin(ctx, before, before.id);
  return { state: 'opened', closed_by_id: null, closed_at: null };
}

/** Another target branch; it makes a new diff. Merged requests keep theirs. */
async function retarget(
  ctx: Ctx,
  project: Project,
  { before, branch }: { before: MergeRequest; branch: string | undefined },
): Promise<Change<'merge_requests'>> {
  if (branch === undefined || branch === before.target_branch) return {};
  if (before.state !== 'opened' && before.state !== 'closed') return {};
  const pair = { ...before, target_branch: branch };
  checkPair(pair);
  if (before.state === 'opened') await refuseTwin(ctx, pair, before.id);
  if ((await branchSha(ctx, project.id, branch)) === undefined) {
    throw invalid({ target_branch: ['does not exist'] });
  }
  return { target_branch: branch };
}

async function tellChanges(ctx: Ctx, before: MergeRequest, after: MergeRequest): Promise<void> {
  const said: string[] = [];
  if (before.title !== after.title) {
    said.push(`changed title from **${before.title}** to **${after.title}**`);
  }
  if (before.draft !== after.draft) {
    said.push(`marked this merge request as **${after.draft === 1 ? 'draft' : 'ready'}**`);
  }
  if (before.target_branch !== after.target_branch) {
    said.push(
      `changed target branch from \`${before.target_branch}\` to \`${after.target_branch}\``,
    );
  }
  if (before.state !== after.state) said.push(after.state === 'closed' ? 'closed' : 'reopened');
  for (const body of said) await tell(ctx, after, { body });
}

/** What v4 clients ask for in events of their own. */
async function tellEvents(ctx: Ctx, before: MergeRequest, after: MergeRequest): Promise<void> {
  const of = eventTargetOf(after);
  const at = after.updated_at;
  await tellStateChange(ctx, of, { before: before.state, after: after.state, at });
  await tellMilestone(ctx, of, { before: before.milestone_id, after: after.milestone_id, at });
}

async function record(
  ctx: Ctx,
  project: Project,
  given: {
    before: MergeRequest;
    after: MergeRequest;
    changed: Record<string, unknown>;
    body: Body;
  },
): Promise<void> {
  const { before, after, changed, body } = given;
  // Texts are stored once, in the row itself; the audit row names what was changed.
  const short = (values: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => name in changed && !/^description|_lower$/.test(name),
      ),
    );
  const { labels, add_labels, remove_labels, assignee_ids, assignee_id, reviewer_ids } = body;
  const sent = { labels, add_labels, remove_labels, assignee_ids, assignee_id, reviewer_ids };
  await audit(ctx, {
    action: 'merge_request.update',
    subject: { type: 'MergeRequest', id: after.id, name: `${project.full_path}!${after.iid}` },
    projectId: project.id,
    before: short(before),
    after: { ...short(changed), ...sent },
  });
}
