import type { ApprovalRule } from '#contract/approval-rules.ts';
import type { MergeRequestApprovals } from '#contract/approvals.ts';
import type { Ctx, User } from '../../context.ts';
import { presentGroups } from '../groups/present.ts';
import { groupsById } from '../groups/rules.ts';
import { shownMergeStatus } from '../merge-requests/merge-status.ts';
import type { MergeRequest } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { approvalsFor } from './rules.ts';
import { type Place, rulePage, seenGroups } from './rule-rules.ts';
import {
  type ApprovalState,
  countedBy,
  leftOf,
  missingIn,
  namedThrough,
  requiredBy,
  type Rule,
  settingsOfProject,
} from './state-rules.ts';

const summaries = (ctx: Ctx, users: Map<number, User>, ids: Iterable<number>) =>
  [...ids].flatMap((id) => {
    const user = users.get(id);
    return user?.state === 'active' ? presentUserSummary(ctx, user) : [];
  });

/** Whether a rule of a merge request asks for something else than the project's. */
function differs(rule: Rule, source: Rule): boolean {
  const of = ({ row, users, groups }: Rule) =>
    JSON.stringify([row.name, row.approvals_required, users, groups]);
  return of(rule) !== of(source);
}

const everyRule = { offset: 0, perPage: 1000 };

/** Records of rules, with all that they name. */
export async function presentRules(
  ctx: Ctx,
  { project }: Place,
  rules: readonly Rule[],
): Promise<ApprovalRule[]> {
  const users = await usersById(
    ctx,
    rules.flatMap((rule) => [...rule.users, ...(rule.eligible ?? [])]),
  );
  const groupIds = rules.flatMap((rule) => rule.groups);
  const named = await groupsById(ctx, groupIds);
  const records = await presentGroups(ctx, [...named.values()]);
  const groups = new Map(records.map((group) => [group.id, group]));
  const seen = new Set(await seenGroups(ctx, groupIds));
  const overriding = rules.some((rule) => rule.row.source_rule_id !== null);
  const ofProject = { project, mergeRequest: undefined };
  const sources = overriding ? (await rulePage(ctx, ofProject, everyRule)).rows : [];
  return rules.map((rule) => {
    const { row } = rule;
    const source = sources.find((one) => one.row.id === row.source_rule_id);
    const shown = rule.groups.filter((id) => seen.has(id));
    return {
      id: row.id,
      name: row.name,
      rule_type: row.rule_type,
      report_type: null,
      // Who is in a group that the caller may not see is no more to be read here than there.
      eligible_approvers: summaries(ctx, users, namedThrough(rule, seen)),
      approvals_required: row.approvals_required,
      users: summaries(ctx, users, rule.users),
      groups: shown.flatMap((id) => {
        return groups.get(id) ?? [];
      }),
      contains_hidden_groups: shown.length < rule.groups.length,
      overridden: source !== undefined && differs(rule, source),
      ...(row.merge_request_id === null
        ? {
            applies_to_all_protected_branches: row.applies_to_all_protected_branches === 1,
            protected_branches: rule.branches,
          }
        : {
            source_rule:
              source === undefined
                ? null
                : { id: source.row.id, approvals_required: source.row.approvals_required },
          }),
      section: null,
    };
  });
}

/** One rule's record. */
export async function presentRule(ctx: Ctx, place: Place, rule: Rule): Promise<ApprovalRule> {
  const [record] = await presentRules(ctx, place, [rule]);
  if (record === undefined) throw new Error('one rule in, one record out');
  return record;
}

/** Who has approved a merge request, who may, and what is missing. */
export async function presentApprovals(
  ctx: Ctx,
  project: Project,
  row: MergeRequest,
): Promise<MergeRequestApprovals> {
  const { state, has, may } = await approvalsFor(ctx, project, row);
  const { rules, approvals } = state;
  const groupIds = rules.flatMap((rule) => rule.groups);
  const seen = new Set(await seenGroups(ctx, groupIds));
  const suggested = new Set(rules.flatMap((rule) => namedThrough(rule, seen)));
  for (const { user_id } of approvals) suggested.delete(user_id);
  const { merge_requests_author_approval } = await settingsOfProject(ctx, project.id);
  if (merge_requests_author_approval === 0) suggested.delete(row.author_id);
  const users = await usersById(ctx, [...suggested, ...approvals.map((one) => one.user_id)]);
  const left = missingIn(state);
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.target_project_id,
    title: row.title,
    description: row.description,
    state: row.state,
    created_at: row.created_at,
    updated_at: row.updated_at,
    merge_status: shownMergeStatus(row.merge_status),
    approved: left === 0 && approvals.length > 0,
    approvals_required: requiredBy(state),
    approvals_left: left,
    require_password_to_approve: false,
    approved_by: approvals.flatMap(({ user_id, created_at: approved_at }) => {
      const user = users.get(user_id);
      return user === undefined ? [] : { user: presentUserSummary(ctx, user), approved_at };
    }),
    suggested_approvers: summaries(ctx, users, suggested),
    user_has_approved: has,
    user_can_approve: may,
    approval_rules_left: rules
      .filter((rule) => leftOf(rule, approvals) > 0)
      .map(({ row: { id, name, rule_type } }) => ({ id, name, rule_type })),
    has_approval_rules: rules.length > 0,
    merge_request_approvers_available: true,
    multiple_approval_rules_available: true,
  };
}

/** The rules that hold for a merge request, each with who approved by it. */
export async function presentState(ctx: Ctx, place: Place, state: ApprovalState) {
  const records = await presentRules(ctx, place, state.rules);
  const users = await usersById(
    ctx,
    state.approvals.map((one) => one.user_id),
  );
  const rules = state.rules.flatMap((rule, index) => {
    const record = records[index];
    if (record === undefined) return [];
    const by = countedBy(rule, state.approvals).map((one) => one.user_id);
    return {
      ...record,
      approved: leftOf(rule, state.approvals) === 0,
      approved_by: summaries(ctx, users, by),
      code_owner: false,
    };
  });
  return { approval_rules_overwritten: state.overwritten, rules };
}

/** How a project takes approvals. */
export async function presentProjectApprovals(ctx: Ctx, project: Project) {
  const settings = await settingsOfProject(ctx, project.id);
  const { rows } = await rulePage(ctx, { project, mergeRequest: undefined }, everyRule);
  const anybody = rows.find((rule) => rule.row.rule_type === 'any_approver');
  return {
    approvals_before_merge: anybody?.row.approvals_required ?? 0,
    reset_approvals_on_push: settings.reset_approvals_on_push === 1,
    selective_code_owner_removals: false,
    disable_overriding_approvers_per_merge_request:
      settings.disable_overriding_approvers_per_merge_request === 1,
    merge_requests_author_approval: settings.merge_requests_author_approval === 1,
    merge_requests_disable_committers_approval:
      settings.merge_requests_disable_committers_approval === 1,
    require_password_to_approve: false,
  };
}
