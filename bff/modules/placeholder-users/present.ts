import type { ResponseOf } from '#contract/endpoint.ts';
import type { ownReassignments, ReassignmentRecord } from '#contract/own-reassignments.ts';
import type { SourceUserRecord } from '#contract/placeholder-users.ts';
import type { Ctx } from '../../context.ts';
import { groupsById } from '../groups/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { contributionsOf, type OpenImport, type SourceUser } from './rules.ts';

async function summaries(ctx: Ctx, ids: Iterable<number | null>) {
  const users = await usersById(ctx, ids);
  return (id: number | null) => {
    const user = users.get(id ?? 0);
    return user === undefined ? null : presentUserSummary(ctx, user);
  };
}

/** People of imports with the users who have to do with them, all fetched at once. */
export async function presentSourceUsers(
  ctx: Ctx,
  rows: readonly SourceUser[],
): Promise<SourceUserRecord[]> {
  const person = await summaries(
    ctx,
    rows.flatMap((row) => [
      row.placeholder_user_id,
      row.reassign_to_user_id,
      row.reassigned_by_user_id,
    ]),
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    source_hostname: row.source_hostname,
    import_type: row.import_type,
    source_user_identifier: row.source_user_identifier,
    source_name: row.source_name,
    source_username: row.source_username,
    placeholder_user: person(row.placeholder_user_id),
    reassign_to_user: person(row.reassign_to_user_id),
    reassigned_by_user: person(row.reassigned_by_user_id),
    reassignment_error: row.reassignment_error,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

/** Users who stand for people of imports, with how much carries their name. */
export async function presentStandIns(ctx: Ctx, rows: readonly SourceUser[]) {
  const ids = rows.map((row) => row.placeholder_user_id);
  const person = await summaries(ctx, ids);
  const counts = await contributionsOf(ctx, ids);
  return rows.flatMap((row) => {
    const user = person(row.placeholder_user_id);
    if (user === null) return [];
    return [
      {
        ...user,
        source_user_id: row.id,
        status: row.status,
        contributions: counts.get(user.id) ?? 0,
      },
    ];
  });
}

/** What a user is asked to take over. */
export async function presentReassignments(
  ctx: Ctx,
  rows: readonly SourceUser[],
): Promise<ReassignmentRecord[]> {
  const groups = await groupsById(
    ctx,
    rows.map((row) => row.group_id),
  );
  const person = await summaries(
    ctx,
    rows.map((row) => row.reassigned_by_user_id),
  );
  const counts = await contributionsOf(
    ctx,
    rows.map((row) => row.placeholder_user_id),
  );
  return rows.map((row) => {
    const group = groups.get(row.group_id);
    if (group === undefined) throw new Error('somebody of an import into no group');
    return {
      status: row.status,
      group: { id: group.id, full_name: group.full_name, full_path: group.full_path },
      source_hostname: row.source_hostname,
      source_name: row.source_name,
      source_username: row.source_username,
      reassigned_by_user: person(row.reassigned_by_user_id),
      contributions: counts.get(row.placeholder_user_id ?? 0) ?? 0,
    };
  });
}

/** Groups with people of imports who are not settled. */
export async function presentOpenImports(
  ctx: Ctx,
  rows: readonly OpenImport[],
): Promise<ResponseOf<typeof ownReassignments.open>> {
  const groups = await groupsById(
    ctx,
    rows.map((row) => row.group_id),
  );
  return rows.flatMap(({ group_id, unassigned, failed }) => {
    const group = groups.get(group_id);
    if (group === undefined) return [];
    const { id, full_name, full_path } = group;
    return [{ group: { id, full_name, full_path }, unassigned, failed }];
  });
}
