import { settingsOf } from '../application-settings/rules.ts';
import { type Ctx, now } from '../../context.ts';
import type { Row } from '../../db/schema.ts';
import { matches } from '../protected-branches/rules.ts';
import { type Approval, findSettings, listApprovals, type Settings } from './repository.ts';
import {
  listGroupMembers,
  listNamed,
  listProtectedNames,
  listRulesFor,
  type RuleRow,
} from './rule-repository.ts';

/** What approvals hang on. */
export type Approvable = Pick<
  Row<'merge_requests'>,
  'id' | 'target_project_id' | 'target_branch' | 'approvals_count'
>;

/** A rule with whom it names. */
export interface Rule {
  row: RuleRow;
  users: number[];
  groups: number[];
  branches: { id: number; name: string }[];
  /** Who counts by being in one of the groups. */
  joined: readonly { group_id: number; user_id: number }[];
  /** Whose approval counts; undefined where everybody's does. */
  eligible: ReadonlySet<number> | undefined;
}

/** The rules that hold for one merge request, and who has approved it. */
export interface ApprovalState {
  /** They are its own and not those of the project. */
  overwritten: boolean;
  rules: Rule[];
  approvals: Approval[];
}

/** How a project takes approvals where it has said nothing. */
const usual: Omit<Settings, 'project_id'> = {
  reset_approvals_on_push: 1,
  disable_overriding_approvers_per_merge_request: 0,
  merge_requests_author_approval: 1,
  merge_requests_disable_committers_approval: 0,
};

/** How a project takes approvals; what the instance forbids no project allows. */
export async function settingsOfProject(ctx: Ctx, projectId: number): Promise<Settings> {
  const own = (await findSettings(ctx.db, projectId)) ?? { project_id: projectId, ...usual };
  const instance = await settingsOf(ctx);
  return {
    ...own,
    ...(instance.prevent_merge_requests_author_approval && { merge_requests_author_approval: 0 }),
    ...(instance.prevent_merge_requests_committers_approval && {
      merge_requests_disable_committers_approval: 1,
    }),
    ...(instance.disable_overriding_approvers_per_merge_request && {
      disable_overriding_approvers_per_merge_request: 1,
    }),
  };
}

/** Rules with whom they name, all fetched at once. */
export async function withNamed(ctx: Ctx, rows: readonly RuleRow[]): Promise<Rule[]> {
  if (rows.length === 0) return [];
  const named = await listNamed(
    ctx.db,
    rows.map((row) => row.id),
  );
  const groupIds = named.groups.map((group) => group.id);
  const members =
    groupIds.length === 0 ? [] : await listGroupMembers(ctx.db, groupIds, now(ctx).slice(0, 10));
  return rows.map((row) => {
    const of = <T extends { rule: number }>(list: readonly T[]) =>
      list.filter((one) => one.rule === row.id);
    const users = of(named.users).map((user) => user.id);
    const groups = of(named.groups).map((group) => group.id);
    const joined = members.filter((one) => groups.includes(one.group_id));
    return {
      row,
      users,
      groups,
      branches: of(named.branches).map(({ id, name }) => ({ id, name })),
      joined,
      eligible:
        row.rule_type === 'any_approver'
          ? undefined
          : new Set([...users, ...joined.map((one) => one.user_id)]),
    };
  });
}

/** Whom a rule names, directly or by one of these groups. */
export const namedThrough = (rule: Rule, groups: ReadonlySet<number>): number[] => {
  if (rule.eligible === undefined) return [];
  const joined = rule.joined.filter((one) => groups.has(one.group_id));
  return [...new Set([...rule.users, ...joined.map((one) => one.user_id)])];
};

/** Those of a rule's approvals that count. */
export const countedBy = (rule: Rule, approvals: readonly Approval[]): Approval[] =>
  approvals.filter(({ user_id }) => rule.eligible?.has(user_id) ?? true);

/** How many approvals a rule still asks for. */
export const leftOf = (rule: Rule, approvals: readonly Approval[]): number =>
  Math.max(0, rule.row.approvals_required - countedBy(rule, approvals).length);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export const requiredBy = (state: ApprovalState): number =>
  sum(state.rules.map((rule) => rule.row.approvals_required));

export const missingIn = (state: ApprovalState): number =>
  sum(state.rules.map((rule) => leftOf(rule, state.approvals)));

/** The approval states of several merge requests; none is there for those without any rule. */
async function approvalStates(
  ctx: Ctx,
  rows: readonly Approvable[],
): Promise<Map<number, ApprovalState>> {
  const states = new Map<number, ApprovalState>();
  const projectIds = [...new Set(rows.map((row) => row.target_project_id))];
  if (projectIds.length === 0) return states;
  const mergeRequestIds = rows.map((row) => row.id);
  const found = await listRulesFor(ctx.db, { projectIds, mergeRequestIds });
  if (found.length === 0) return states;
  const rules = await withNamed(ctx, found);
  const covering = found.some((row) => row.applies_to_all_protected_branches === 1);
  const protectedNames = covering ? await listProtectedNames(ctx.db, projectIds) : [];
  const approved = rows.filter((row) => row.approvals_count > 0).map((row) => row.id);
  const approvals = approved.length === 0 ? [] : await listApprovals(ctx.db, approved);
  for (const row of rows) {
    const own = rules.filter((rule) => rule.row.merge_request_id === row.id);
    const ofProject = rules.filter(
      ({ row: rule }) =>
        rule.project_id === row.target_project_id && rule.merge_request_id === null,
    );
    const names = protectedNames.filter((one) => one.project_id === row.target_project_id);
    const holding = ofProject.filter((rule) => holdsFor(rule, row.target_branch, names));
    states.set(row.id, {
      overwritten: own.length > 0,
      rules: own.length > 0 ? own : holding,
      approvals: approvals.filter((one) => one.merge_request_id === row.id),
    });
  }
  return states;
}

function holdsFor(
  rule: Rule,
  branch: string,
  protectedNames: readonly { name: string }[],
): boolean {
  const all = rule.row.applies_to_all_protected_branches === 1;
  const patterns = all ? protectedNames : rule.branches;
  if (!all && patterns.length === 0) return true;
  return patterns.some(({ name }) => matches(name, branch));
}

/** The approval state of one merge request. */
export async function approvalStateOf(ctx: Ctx, row: Approvable): Promise<ApprovalState> {
  const state = (await approvalStates(ctx, [row])).get(row.id);
  if (state !== undefined) return state;
  return { overwritten: false, rules: [], approvals: await listApprovals(ctx.db, [row.id]) };
}

/** Of these merge requests how many approvals each lacks; absent where none is. */
export async function missingApprovals(
  ctx: Ctx,
  rows: readonly Approvable[],
): Promise<Map<number, number>> {
  const states = await approvalStates(ctx, rows);
  return new Map([...states].map(([id, state]) => [id, missingIn(state)]));
}
