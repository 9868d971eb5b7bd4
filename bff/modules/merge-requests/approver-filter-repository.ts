import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Rows whose approval rules name each of these users, any user, or none. */
export function hasApprovers(users: 'None' | 'Any' | readonly number[]): RawBuilder<SqlBool> {
  if (users === 'None') return sql<SqlBool>`not ${isNamed()}`;
  if (users === 'Any') return isNamed();
  return sql<SqlBool>`(${sql.join([...new Set(users)].map(isNamed), sql` and `)})`;
}

/**
 * Rules of the merge request itself come instead of those of its project. What is asked of every row
 * are sets that are read once; the rules of a project only where they name somebody.
 */
function isNamed(user?: number): RawBuilder<SqlBool> {
  const one = user === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`named.user_id = ${user}`;
  const rules = sql`approval_rules r join approval_rule_users named on named.approval_rule_id = r.id`;
  return sql<SqlBool>`(
    merge_requests.id in (
      select r.merge_request_id from ${rules} where r.merge_request_id is not null and ${one})
    or (merge_requests.target_project_id in (
        select r.project_id from ${rules} where r.merge_request_id is null and ${one})
      and merge_requests.id not in (
        select own.merge_request_id from approval_rules own where own.merge_request_id is not null)
      and exists (
        select 1 from ${rules}
        where r.merge_request_id is null and r.project_id = merge_requests.target_project_id
          and ${one} and ${holds})))`;
}

/** Branches by exact name; a rule of branches by a pattern counts for every branch here. */
const fits = sql<SqlBool>`(b.name = merge_requests.target_branch or b.name like '%*%')`;

const holds = sql<SqlBool>`(
  (r.applies_to_all_protected_branches = 1 and exists (
    select 1 from protected_branches b where b.project_id = r.project_id and ${fits}))
  or (r.applies_to_all_protected_branches = 0 and (
    not exists (select 1 from approval_rule_branches l where l.approval_rule_id = r.id)
    or exists (
      select 1 from approval_rule_branches l join protected_branches b
        on b.id = l.protected_branch_id
      where l.approval_rule_id = r.id and ${fits}))))`;
