import type { BodyOf } from '#contract/endpoint.ts';
import type { projectApprovals } from '#contract/approvals.ts';
import {
  actingUser,
  actingUserId,
  type Ctx,
  isAdministrator,
  now,
  transact,
  type User,
} from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { conflict, forbidden, notFound, unauthorized } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { askForAutoMerge } from '../merge-requests/auto-merge.ts';
import { commitsOfVersion, currentVersion } from '../merge-requests/changes-rules.ts';
import { noticeHead } from '../merge-requests/push-rules.ts';
import {
  getMergeRequest,
  lockMergeRequestOf,
  type MergeRequest,
  mayUpdate,
  tell,
} from '../merge-requests/rules.ts';
import { mayInProject, type Project } from '../projects/rules.ts';
import { wakeWaitingMerges } from '../projects/waiting-rules.ts';
import {
  deleteApprovals,
  insertApproval,
  recountApprovals,
  type Settings,
  setReviewState,
  upsertSettings,
} from './repository.ts';
import { forgetApprovals } from './reset-rules.ts';
import {
  findAnyApproverRule,
  insertRule,
  type Owner,
  setNamed,
  updateRuleRow,
} from './rule-repository.ts';
import { type ApprovalState, approvalStateOf, settingsOfProject } from './state-rules.ts';
import { isAddressOf } from '../users/commit-email.ts';

/** Who approves what was changed asks for no other change. */
const approved = { state: 'approved', changes_requested: 0 } as const;

/** Commits that are looked at for their committers. */
const mostCommits = 1000;

const isOpen = (row: MergeRequest) => row.state === 'opened' || row.state === 'closed';

/** Whether a person has committed to what is to be merged. */
async function hasCommitted(ctx: Ctx, row: MergeRequest, user: User): Promise<boolean> {
  const version = await currentVersion(ctx, row);
  if (version === undefined) return false;
  const paging = { offset: 0, perPage: mostCommits };
  const { rows } = await commitsOfVersion(ctx, row, { version, paging });
  return rows.some((commit) => isAddressOf(ctx, user, commit.committer.email));
}

/** May the caller approve: a Developer, or whom a rule names; and neither its author nor committer where the project says so. */
async function mayApprove(
  ctx: Ctx,
  project: Project,
  { row, state }: { row: MergeRequest; state: ApprovalState },
): Promise<boolean> {
  const userId = actingUserId(ctx);
  if (userId === null || project.archived === 1 || !isOpen(row)) return false;
  const named = state.rules.some((rule) => rule.eligible?.has(userId) === true);
  if (!named && !(await mayInProject(ctx, 'update_merge_request', project))) return false;
  const settings = await settingsOfProject(ctx, project.id);
  if (settings.merge_requests_author_approval === 0 && row.author_id === userId) return false;
  if (settings.merge_requests_disable_committers_approval === 0) return true;
  return !(await hasCommitted(ctx, row, actingUser(ctx)));
}

/** The approval state of a merge request, and whether the caller has approved or may. */
export async function approvalsFor(ctx: Ctx, project: Project, row: MergeRequest) {
  const state = await approvalStateOf(ctx, row);
  const has = state.approvals.some((one) => one.user_id === actingUserId(ctx));
  return { state, has, may: !has && (await mayApprove(ctx, project, { row, state })) };
}

const named = (project: Project, row: MergeRequest) => ({
  type: 'MergeRequest',
  id: row.id,
  name: `${project.full_path}!${row.iid}`,
});

/** What an approval was asked for, and the head that was seen. */
interface Seen {
  iid: number;
  sha: string | undefined;
}

/** Approves: 401 for who may not or has already, 409 for another head than the caller saw. */
export async function approve(ctx: Ctx, project: Project, given: Seen): Promise<MergeRequest> {
  const row = await judgeApproval(ctx, project, given);
  return giveApproval(ctx, project, { row, sha: given.sha });
}

/** Refuses what `giveApproval` would refuse, as far as it is known before. */
export async function judgeApproval(
  ctx: Ctx,
  project: Project,
  given: Seen,
): Promise<MergeRequest> {
  const row = await noticeHead(ctx, await getMergeRequest(ctx, project, given.iid));
  const state = await approvalStateOf(ctx, row);
  const has = state.approvals.some((one) => one.user_id === actingUserId(ctx));
  if (has || !(await mayApprove(ctx, project, { row, state }))) throw unauthorized();
  requireSeen(row, given.sha);
  return row;
}

function requireSeen(row: MergeRequest, sha: string | undefined): void {
  if (sha === undefined || sha === row.head_sha) return;
  throw conflict(`SHA does not match HEAD of source branch: ${row.head_sha}`);
}

/** Writes the caller's approval, which was judged before. */
export const giveApproval = (
  ctx: Ctx,
  project: Project,
  { row, sha }: { row: MergeRequest; sha: string | undefined },
): Promise<MergeRequest> =>
  transact(ctx, async (ctx) => {
    const held = await lockMergeRequestOf(ctx, row);
    if (!isOpen(held)) throw unauthorized();
    requireSeen(held, sha);
    const user_id = actingUser(ctx).id;
    const of = { merge_request_id: row.id, user_id, sha: held.head_sha };
    const approval = { ...of, created_at: now(ctx) };
    if (!(await insertApproval(ctx.db, approval))) throw unauthorized();
    await setReviewState(ctx.db, { id: row.id, userIds: [user_id] }, approved);
    await recountApprovals(ctx.db, row.id, now(ctx));
    await tell(ctx, row, { body: 'approved this merge request' });
    await audit(ctx, {
      action: 'merge_request.approve',
      subject: named(project, row),
      projectId: project.id,
      after: { sha: held.head_sha },
    });
    await askForAutoMerge(ctx, held);
    return lockMergeRequestOf(ctx, row);
  });

/** Takes the caller's approval back; 404 where there is none. */
export async function unapprove(ctx: Ctx, project: Project, iid: number): Promise<MergeRequest> {
  const row = await getMergeRequest(ctx, project, iid);
  return transact(ctx, async (ctx) => {
    const held = await lockMergeRequestOf(ctx, row);
    if (!isOpen(held) || project.archived === 1) throw unauthorized();
    const userIds = await deleteApprovals(ctx.db, row.id, { userId: actingUser(ctx).id });
    if (userIds.length === 0) throw notFound();
    await setReviewState(ctx.db, { id: row.id, userIds }, { state: 'unapproved' });
    await recountApprovals(ctx.db, row.id, now(ctx));
    await tell(ctx, row, { body: 'unapproved this merge request' });
    await audit(ctx, {
      action: 'merge_request.unapprove',
      subject: named(project, row),
      projectId: project.id,
    });
    return lockMergeRequestOf(ctx, row);
  });
}

/** Takes everybody's approval away: Maintainers and bots that may change it; 401 for all others. */
export async function resetApprovals(ctx: Ctx, project: Project, iid: number): Promise<void> {
  const row = await getMergeRequest(ctx, project, iid);
  const bot = actingUser(ctx).bot === 1 && (await mayUpdate(ctx, project, row));
  if (!bot && !(await mayInProject(ctx, 'admin_project', project))) throw unauthorized();
  await transact(ctx, async (ctx) => {
    const held = await lockMergeRequestOf(ctx, row);
    if (!isOpen(held)) throw unauthorized();
    const count = await forgetApprovals(ctx, row.id);
    if (count > 0) await tell(ctx, row, { body: 'reset the approvals of this merge request' });
    await audit(ctx, {
      action: 'merge_request.reset_approvals',
      subject: named(project, row),
      projectId: project.id,
      before: { approvals: count },
    });
  });
}

/** 403 where rules of this merge request are not the caller's to change. */
export async function requireRules(ctx: Ctx, project: Project, row: MergeRequest): Promise<void> {
  if (!(await mayUpdate(ctx, project, row))) throw forbidden();
  const settings = await settingsOfProject(ctx, project.id);
  if (settings.disable_overriding_approvers_per_merge_request === 1) throw forbidden();
}

/** Lets the rule by which everybody counts ask for so many. Call inside `transact`. */
async function requireAnybody(ctx: Ctx, owner: Owner, approvals_required: number): Promise<void> {
  const time = now(ctx);
  const rule = await findAnyApproverRule(ctx.db, owner);
  if (rule !== undefined) {
    await updateRuleRow(ctx.db, rule.id, { approvals_required, updated_at: time });
    return;
  }
  if (approvals_required === 0 && owner.mergeRequestId === null) return;
  const made = await insertRule(ctx.db, {
    project_id: owner.projectId,
    merge_request_id: owner.mergeRequestId,
    name: 'All Members',
    rule_type: 'any_approver',
    approvals_required,
    created_at: time,
    updated_at: time,
  });
  await setNamed(ctx.db, { id: made.id, kind: 'users' }, []);
}

/** How many people, whoever they are, have to approve this merge request. */
export async function requireApprovals(
  ctx: Ctx,
  project: Project,
  given: { iid: number; required: number },
): Promise<MergeRequest> {
  const row = await getMergeRequest(ctx, project, given.iid);
  await requireRules(ctx, project, row);
  return transact(ctx, async (ctx) => {
    const held = await lockMergeRequestOf(ctx, row);
    const owner = { projectId: project.id, mergeRequestId: row.id };
    await requireAnybody(ctx, owner, given.required);
    await audit(ctx, {
      action: 'merge_request.require_approvals',
      subject: named(project, row),
      projectId: project.id,
      after: { approvals_required: given.required },
    });
    await askForAutoMerge(ctx, held);
    return held;
  });
}

/** 403 for rules of a project where the instance leaves them to administrators. */
export async function refuseRulesOfProjects(ctx: Ctx): Promise<void> {
  if (isAdministrator(ctx)) return;
  const settings = await settingsOf(ctx);
  if (settings.disable_overriding_approvers_per_merge_request) throw forbidden();
}

/** Changes how a project takes approvals; 403 where it may not change how many. */
export async function changeProjectApprovals(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof projectApprovals.update>,
): Promise<void> {
  const { approvals_before_merge, ...flags } = body;
  // It is a rule of the project by another name.
  if (approvals_before_merge !== undefined) await refuseRulesOfProjects(ctx);
  const change: Partial<Settings> = Object.fromEntries(
    Object.entries(flags).flatMap(([name, on]) => (on === undefined ? [] : [[name, bit(on)]])),
  );
  await transact(ctx, async (ctx) => {
    const before = await settingsOfProject(ctx, project.id);
    await upsertSettings(ctx.db, project.id, change);
    if (approvals_before_merge !== undefined) {
      const owner = { projectId: project.id, mergeRequestId: null };
      await requireAnybody(ctx, owner, approvals_before_merge);
    }
    await audit(ctx, {
      action: 'project.approvals',
      subject: { type: 'Project', id: project.id, name: project.full_path },
      projectId: project.id,
      before: { ...before },
      after: { ...body },
    });
    await wakeWaitingMerges(ctx, project.id);
  });
}
