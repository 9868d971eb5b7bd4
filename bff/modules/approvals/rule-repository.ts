import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type RuleRow = Row<'approval_rules'>;

/** Of a project, or of one of its merge requests. */
export interface Owner {
  projectId: number;
  mergeRequestId: number | null;
}

/** Whom and where rules name. */
export interface Named {
  users: { rule: number; id: number }[];
  groups: { rule: number; id: number }[];
  branches: { rule: number; id: number; name: string }[];
}

/** Rules that may hold for these merge requests: their own and those of their projects. */
export const listRulesFor = (
  db: Db,
  of: { projectIds: readonly number[]; mergeRequestIds: readonly number[] },
): Promise<RuleRow[]> =>
  db
    .selectFrom('approval_rules')
    .selectAll()
    .where('project_id', 'in', [...of.projectIds, 0])
    .where((e) =>
      e.or([
        e('merge_request_id', 'is', null),
        e('merge_request_id', 'in', [...of.mergeRequestIds, 0]),
      ]),
    )
    .orderBy('id')
    .execute();

/** One page of the rules of a project or of a merge request. */
export function listRules(
  db: Db,
  owner: Owner,
  paging: { offset: number; perPage: number },
): Promise<Page<RuleRow>> {
  const of = db
    .selectFrom('approval_rules')
    .where('project_id', '=', owner.projectId)
    .where('merge_request_id', 'is not distinct from', owner.mergeRequestId);
  return pageOf(db, of.selectAll().orderBy('id'), of.select('id'), paging);
}

export const findRule = (db: Db, owner: Owner, id: number): Promise<RuleRow | undefined> =>
  db
    .selectFrom('approval_rules')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', owner.projectId)
    .where('merge_request_id', 'is not distinct from', owner.mergeRequestId)
    .executeTakeFirst();

/** The rule by which whoever may approve counts; at most one per owner. */
export const findAnyApproverRule = (db: Db, owner: Owner): Promise<RuleRow | undefined> =>
  db
    .selectFrom('approval_rules')
    .selectAll()
    .where('project_id', '=', owner.projectId)
    .where('merge_request_id', 'is not distinct from', owner.mergeRequestId)
    .where('rule_type', '=', 'any_approver')
    .executeTakeFirst();

export const insertRule = (db: Db, row: NewRow<'approval_rules'>): Promise<RuleRow> =>
  db.insertInto('approval_rules').values(row).returningAll().executeTakeFirstOrThrow();

export const updateRuleRow = (
  db: Db,
  id: number,
  change: Change<'approval_rules'>,
): Promise<RuleRow> =>
  db
    .updateTable('approval_rules')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a rule; whom it named goes with it. */
export async function deleteRule(db: Db, id: number): Promise<void> {
  await db.deleteFrom('approval_rules').where('id', '=', id).execute();
}

const tables = {
  users: { table: 'approval_rule_users', column: 'user_id' },
  groups: { table: 'approval_rule_groups', column: 'group_id' },
  branches: { table: 'approval_rule_branches', column: 'protected_branch_id' },
} as const;

/** Lets a rule name exactly these. */
export async function setNamed(
  db: Db,
  rule: { id: number; kind: keyof typeof tables },
  ids: readonly number[],
): Promise<void> {
  const { table, column } = tables[rule.kind];
  await db.deleteFrom(table).where('approval_rule_id', '=', rule.id).execute();
  if (ids.length === 0) return;
  await db
    .insertInto(table)
    .values([...new Set(ids)].map((id) => ({ approval_rule_id: rule.id, [column]: id })) as never)
    .execute();
}

/** Whom and where several rules name. */
export async function listNamed(db: Db, rules: readonly number[]): Promise<Named> {
  const ids = [...rules, 0];
  const users = await db
    .selectFrom('approval_rule_users')
    .select(['approval_rule_id as rule', 'user_id as id'])
    .where('approval_rule_id', 'in', ids)
    .orderBy('user_id')
    .execute();
  const groups = await db
    .selectFrom('approval_rule_groups')
    .select(['approval_rule_id as rule', 'group_id as id'])
    .where('approval_rule_id', 'in', ids)
    .orderBy('group_id')
    .execute();
  const branches = await db
    .selectFrom('approval_rule_branches')
    .innerJoin(
      'protected_branches',
      'protected_branches.id',
      'approval_rule_branches.protected_branch_id',
    )
    .select(['approval_rule_id as rule', 'protected_branches.id', 'protected_branches.name'])
    .where('approval_rule_id', 'in', ids)
    .orderBy('protected_branches.id')
    .execute();
  return { users, groups, branches };
}

/** Names of all protected branches of projects, for rules that hold for every one of them. */
export const listProtectedNames = (
  db: Db,
  projectIds: readonly number[],
): Promise<{ project_id: number; name: string }[]> =>
  db
    .selectFrom('protected_branches')
    .select(['project_id', 'name'])
    .where('project_id', 'in', [...projectIds, 0])
    .execute();

/** Members of groups, those of the groups above counted; `today` is a day. */
export const listGroupMembers = (
  db: Db,
  groupIds: readonly number[],
  today: string,
): Promise<{ group_id: number; user_id: number }[]> =>
  db
    .selectFrom('namespace_ancestors as a')
    .innerJoin('members as m', 'm.source_id', 'a.ancestor_id')
    .select(['a.namespace_id as group_id', 'm.user_id'])
    .distinct()
    .where('m.source_type', '=', 'Namespace')
    .where('a.namespace_id', 'in', [...groupIds, 0])
    .where((e) => e.or([e('m.expires_at', 'is', null), e('m.expires_at', '>', today)]))
    .orderBy('m.user_id')
    .execute();
