import type { BodyOf } from '#contract/endpoint.ts';
import type { mergeRequestApprovalRules, projectApprovalRules } from '#contract/approval-rules.ts';
import type { Page } from '#contract/common.ts';
import type { EventName } from '#contract/event-names.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { bit } from '../../db/portable.ts';
import { invalid, notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { groupsById, mayInGroup } from '../groups/rules.ts';
import type { Project } from '../projects/rules.ts';
import { wakeWaitingMerges } from '../projects/waiting-rules.ts';
import { protectedBranchIds } from '../protected-branches/rules.ts';
import { findUserByIdOrUsername, usersById } from '../users/rules.ts';
import {
  deleteRule,
  findAnyApproverRule,
  findRule,
  insertRule,
  listRules,
  listRulesFor,
  type Owner,
  setNamed,
  updateRuleRow,
} from './rule-repository.ts';
import { refuseRulesOfProjects } from './rules.ts';
import { type Rule, withNamed } from './state-rules.ts';

type ProjectBody = BodyOf<typeof projectApprovalRules.create>;
type OwnBody = BodyOf<typeof mergeRequestApprovalRules.create>;
type Creation = ProjectBody & Pick<OwnBody, 'approval_project_rule_id'>;
type Changes = BodyOf<typeof projectApprovalRules.update>;

/** Of whom rules are, with what audit rows call it. */
export interface Place {
  project: Project;
  mergeRequest: { id: number; iid: number } | undefined;
}

const ownerOf = ({ project, mergeRequest }: Place): Owner => ({
  projectId: project.id,
  mergeRequestId: mergeRequest?.id ?? null,
});

/** One page of the rules of a project or of a merge request. */
export async function rulePage(
  ctx: Ctx,
  place: Place,
  paging: { offset: number; perPage: number },
): Promise<Page<Rule>> {
  const page = await listRules(ctx.db, ownerOf(place), paging);
  return { ...page, rows: await withNamed(ctx, page.rows) };
}

/** One rule; 404 for none and for those of others. */
export async function getRule(ctx: Ctx, place: Place, id: number): Promise<Rule> {
  const row = await findRule(ctx.db, ownerOf(place), id);
  if (row === undefined) throw notFound();
  const [rule] = await withNamed(ctx, [row]);
  if (rule === undefined) throw new Error('one row in, one rule out');
  return rule;
}

interface Wanted {
  users: number[] | undefined;
  groups: number[] | undefined;
  branches: number[] | undefined;
}

/** Whom a caller names; 400 for who is not there or hidden from the caller. */
async function wantedBy(ctx: Ctx, project: Project, body: Partial<Creation>): Promise<Wanted> {
  const problems: Record<string, string[]> = {};
  const users = new Set(body.user_ids ?? []);
  const known = await usersById(ctx, [...users]);
  const strangers = [...users].filter((id) => !known.has(id)).map((id) => `user ${id}`);
  for (const name of body.usernames ?? []) {
    const user = await findUserByIdOrUsername(ctx, name);
    if (user === undefined) strangers.push(`user ${name}`);
    else users.add(user.id);
  }
  if (strangers.length > 0) problems.users = strangers.map((name) => `${name} is not there`);
  const groups = await groupsById(ctx, body.group_ids ?? []);
  const hidden: number[] = [];
  for (const id of body.group_ids ?? []) {
    const group = groups.get(id);
    if (group === undefined || !(await mayInGroup(ctx, 'read_group', group))) hidden.push(id);
  }
  if (hidden.length > 0) problems.groups = hidden.map((id) => `group ${id} is not there`);
  const own = await protectedBranchIds(ctx, project.id);
  const others = (body.protected_branch_ids ?? []).filter((id) => !own.has(id));
  if (others.length > 0) {
    problems.protected_branches = others.map((id) => `${id} is not of this project`);
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const named = body.user_ids !== undefined || body.usernames !== undefined;
  return {
    users: named ? [...users] : undefined,
    groups: body.group_ids === undefined ? undefined : [...body.group_ids],
    branches: body.protected_branch_ids === undefined ? undefined : [...body.protected_branch_ids],
  };
}

/** 400 for a name that another rule has. Call inside `transact`. */
async function checkName(ctx: Ctx, place: Place, given: { name: string; exceptId?: number }) {
  const { projectId, mergeRequestId } = ownerOf(place);
  const rules = await listRulesFor(ctx.db, {
    projectIds: [projectId],
    mergeRequestIds: mergeRequestId === null ? [] : [mergeRequestId],
  });
  const twin = rules.some(
    (rule) =>
      rule.merge_request_id === mergeRequestId &&
      rule.name === given.name &&
      rule.id !== given.exceptId,
  );
  if (twin) throw invalid({ name: ['has already been taken'] });
}

/** The rule of the project that one of a merge request stands for. */
async function sourceOf(ctx: Ctx, place: Place, id: number | undefined): Promise<Rule | undefined> {
  if (id === undefined || place.mergeRequest === undefined) return undefined;
  return getRule(ctx, { project: place.project, mergeRequest: undefined }, id);
}

/** 403 for the rules of a project where the instance leaves them to administrators. */
async function refuseInProject(ctx: Ctx, place: Place): Promise<void> {
  if (place.mergeRequest === undefined) await refuseRulesOfProjects(ctx);
}

/** Makes a rule; one that names nobody counts whoever may approve. */
export async function createRule(ctx: Ctx, place: Place, body: Creation): Promise<Rule> {
  await refuseInProject(ctx, place);
  const { project } = place;
  const source = await sourceOf(ctx, place, body.approval_project_rule_id);
  const wanted = await wantedBy(ctx, project, body);
  const users = wanted.users ?? source?.users ?? [];
  const groups = wanted.groups ?? source?.groups ?? [];
  const nobody = users.length + groups.length === 0;
  const rule_type = nobody ? (body.rule_type ?? 'any_approver') : 'regular';
  const id = await transact(ctx, async (ctx) => {
    await checkName(ctx, place, { name: body.name });
    if (rule_type === 'any_approver') {
      const other = await findAnyApproverRule(ctx.db, ownerOf(place));
      if (other !== undefined) {
        throw invalid({ rule_type: ['any-approver for the project already exists'] });
      }
    }
    const time = now(ctx);
    const row = await insertRule(ctx.db, {
      project_id: project.id,
      merge_request_id: place.mergeRequest?.id ?? null,
      source_rule_id: source?.row.id ?? null,
      name: body.name,
      rule_type,
      approvals_required: body.approvals_required,
      applies_to_all_protected_branches: bit(body.applies_to_all_protected_branches === true),
      created_at: time,
      updated_at: time,
    });
    const all = { users, groups, branches: wanted.branches ?? [] };
    for (const kind of ['users', 'groups', 'branches'] as const) {
      await setNamed(ctx.db, { id: row.id, kind }, all[kind]);
    }
    await audited(ctx, place, { action: 'approval_rule.create', id: row.id, after: { ...body } });
    return row.id;
  });
  return getRule(ctx, place, id);
}

/** Changes a rule; whom it names stays where nobody is given. */
export async function updateRule(
  ctx: Ctx,
  place: Place,
  { id, body }: { id: number; body: Changes },
): Promise<Rule> {
  await refuseInProject(ctx, place);
  const before = await getRule(ctx, place, id);
  const wanted = await wantedBy(ctx, place.project, body);
  if (body.remove_hidden_groups === true && wanted.groups === undefined) {
    wanted.groups = await seenGroups(ctx, before.groups);
  }
  const names = [...(wanted.users ?? before.users), ...(wanted.groups ?? before.groups)];
  await transact(ctx, async (ctx) => {
    const { name, approvals_required, applies_to_all_protected_branches: all } = body;
    if (name !== undefined) await checkName(ctx, place, { name, exceptId: id });
    await updateRuleRow(ctx.db, id, {
      ...(name === undefined ? {} : { name }),
      ...(approvals_required === undefined ? {} : { approvals_required }),
      ...(all === undefined ? {} : { applies_to_all_protected_branches: bit(all) }),
      // Else those who are named now would count no more than anybody.
      ...(names.length === 0 ? {} : { rule_type: 'regular' }),
      updated_at: now(ctx),
    });
    for (const kind of ['users', 'groups', 'branches'] as const) {
      const ids = wanted[kind];
      if (ids !== undefined) await setNamed(ctx.db, { id, kind }, ids);
    }
    await audited(ctx, place, { action: 'approval_rule.update', id, after: { ...body } });
  });
  return getRule(ctx, place, id);
}

/** Of these groups the ones that the caller may see. */
export async function seenGroups(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const groups = await groupsById(ctx, ids);
  const seen: number[] = [];
  for (const group of groups.values()) {
    if (await mayInGroup(ctx, 'read_group', group)) seen.push(group.id);
  }
  return seen;
}

/** Deletes a rule. */
export async function removeRule(ctx: Ctx, place: Place, id: number): Promise<void> {
  await refuseInProject(ctx, place);
  const rule = await getRule(ctx, place, id);
  await transact(ctx, async (ctx) => {
    await deleteRule(ctx.db, id);
    const before = { name: rule.row.name, approvals_required: rule.row.approvals_required };
    await audited(ctx, place, { action: 'approval_rule.remove', id, before });
  });
}

/** Writes a change down, and lets waiting merges look again. */
async function audited(
  ctx: Ctx,
  { project, mergeRequest }: Place,
  done: { action: EventName; id: number; before?: object; after?: object },
): Promise<void> {
  const at = mergeRequest === undefined ? '' : `!${mergeRequest.iid}`;
  await audit(ctx, {
    action: done.action,
    subject: { type: 'ApprovalRule', id: done.id, name: project.full_path + at },
    projectId: project.id,
    ...(done.before === undefined ? {} : { before: { ...done.before } }),
    ...(done.after === undefined ? {} : { after: { ...done.after } }),
  });
  await wakeWaitingMerges(ctx, project.id);
}
