import { sql } from 'kysely';
import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';
import type { MergePlan } from '../../jobs/queue.ts';

export type MergeRequest = Row<'merge_requests'>;
export type Role = 'assignees' | 'reviewers';
export type Person<R extends Role = Role> = Row<`merge_request_${R}`>;

export const findMergeRequest = async (
  db: Db,
  projectId: number,
  iid: number,
): Promise<MergeRequest | undefined> => (await numbered(db, [projectId, iid]))[0];

const numbered = compiledOnce<number, MergeRequest>((db, [projectId = 0, iid = 0]) =>
  db
    .selectFrom('merge_requests')
    .selectAll()
    .where('target_project_id', '=', projectId)
    .where('iid', '=', iid),
);

export const findMergeRequestById = (db: Db, id: number): Promise<MergeRequest | undefined> =>
  db.selectFrom('merge_requests').selectAll().where('id', '=', id).executeTakeFirst();

/** The row as it is now, held against other writers until the transaction ends. */
export const lockMergeRequest = (db: Db, id: number): Promise<MergeRequest | undefined> =>
  db
    .updateTable('merge_requests')
    .set((e) => ({ refresh_count: e.ref('refresh_count') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const insertMergeRequest = (db: Db, row: NewRow<'merge_requests'>): Promise<MergeRequest> =>
  db.insertInto('merge_requests').values(row).returningAll().executeTakeFirstOrThrow();

export const updateMergeRequestRow = (
  db: Db,
  id: number,
  change: Change<'merge_requests'>,
): Promise<MergeRequest> =>
  db
    .updateTable('merge_requests')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Writes down a check, unless something asked for another one since it began. */
export const recordCheck = (
  db: Db,
  begun: Pick<MergeRequest, 'id' | 'refresh_count'>,
  change: Change<'merge_requests'>,
): Promise<MergeRequest | undefined> =>
  db
    .updateTable('merge_requests')
    .set(change)
    .where('id', '=', begun.id)
    .where('refresh_count', '=', begun.refresh_count)
    .where('state', 'in', ['opened', 'closed'])
    .returningAll()
    .executeTakeFirst();

/** Takes an open merge request for a merge; undefined when it is not what the plan was made for. */
export const takeForMerge = (db: Db, plan: MergePlan): Promise<MergeRequest | undefined> =>
  db
    .updateTable('merge_requests')
    .set({ state: 'locked', lock_token: plan.token })
    .where('id', '=', plan.merge_request_id)
    .where('state', '=', 'opened')
    .where('head_sha', '=', plan.head)
    .where('refresh_count', '=', plan.seen.refresh_count)
    .where('target_branch', '=', plan.seen.target_branch)
    .where('draft', '=', plan.seen.draft)
    .where('merge_after', 'is not distinct from', plan.seen.merge_after)
    .where('unresolved_count', '=', plan.seen.unresolved_count)
    .where('approvals_count', '=', plan.seen.approvals_count)
    .where('auto_merge', '=', plan.seen.auto_merge)
    .returningAll()
    .executeTakeFirst();

/** Changes a merge request that a merge holds, or that a repair has let go meanwhile. */
export const releaseFromMerge = (
  db: Db,
  held: { id: number; token: string; orOpened: boolean },
  change: Change<'merge_requests'>,
): Promise<MergeRequest | undefined> =>
  db
    .updateTable('merge_requests')
    .set({ ...change, lock_token: null })
    .where('id', '=', held.id)
    .where((e) => {
      const mine = e.and([e('state', '=', 'locked'), e('lock_token', '=', held.token)]);
      return held.orOpened ? e.or([mine, e('state', '=', 'opened')]) : mine;
    })
    .returningAll()
    .executeTakeFirst();

/** Whether a rebase was asked for and has not ended: its job is queued or runs. */
export async function isRebasing(db: Db, id: number): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'rebase_merge_request')
    .where('state', 'in', ['queued', 'running'])
    .where('payload', 'like', `{"merge_request_id":${id},%`)
    .executeTakeFirst();
  return job !== undefined;
}

/** Deletes a merge request; people and versions go with it. */
export async function deleteMergeRequestRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('merge_requests').where('id', '=', id).execute();
}

export interface Pair {
  source_project_id: number | null;
  source_branch: string;
  target_project_id: number;
  target_branch: string;
}

/** The open merge request of a pair of branches, if there is one besides `exceptId`. */
export const findOpenTwin = (
  db: Db,
  pair: Pair,
  exceptId = 0,
): Promise<Pick<MergeRequest, 'iid'> | undefined> =>
  db
    .selectFrom('merge_requests')
    .select('iid')
    .where('source_project_id', '=', pair.source_project_id)
    .where('source_branch', '=', pair.source_branch)
    .where('target_project_id', '=', pair.target_project_id)
    .where('target_branch', '=', pair.target_branch)
    .where('state', 'in', ['opened', 'locked'])
    .where('id', '!=', exceptId)
    .executeTakeFirst();

/**
 * Marks what a push to one branch concerns as unchecked, unless it was looked at with this very
 * head already; `head` is null for a branch that was deleted.
 */
export async function markPushed(
  db: Db,
  branch: { projectId: number; name: string; side: 'source' | 'target' },
  push: { head: string | null; instant: string },
): Promise<Pick<MergeRequest, 'id' | 'iid' | 'target_project_id' | 'approvals_count'>[]> {
  const isSource = branch.side === 'source';
  return db
    .updateTable('merge_requests')
    .set((e) => ({
      merge_status: sql<'unchecked'>`case when merge_status like 'cannot%'
        then 'cannot_be_merged_recheck' else 'unchecked' end`,
      refresh_count: e('refresh_count', '+', 1),
      check_tries: 0,
      ...(isSource && push.head !== null ? { head_sha: push.head, updated_at: push.instant } : {}),
    }))
    .where(isSource ? 'source_project_id' : 'target_project_id', '=', branch.projectId)
    .where(isSource ? 'source_branch' : 'target_branch', '=', branch.name)
    .where('state', '=', 'opened')
    .where((e) =>
      e.or([
        e(isSource ? 'head_sha' : 'checked_target_sha', 'is distinct from', push.head),
        e('branch_missing', '=', 1),
      ]),
    )
    .returning(['id', 'iid', 'target_project_id', 'approvals_count'])
    .execute();
}

/** Of these merge requests the ones that were changed last. */
export async function listLatest(
  db: Db,
  branch: { projectId: number; name: string },
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('target_project_id', '=', branch.projectId)
    .where('target_branch', '=', branch.name)
    .where('state', '=', 'opened')
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Gives a role to people; the ids of those who did not have it. */
export async function insertPeople(
  db: Db,
  role: Role,
  people: { id: number; userIds: readonly number[]; instant: string },
): Promise<number[]> {
  if (people.userIds.length === 0) return [];
  const rows = await db
    .insertInto(`merge_request_${role}`)
    .values(
      people.userIds.map((user_id) => ({
        merge_request_id: people.id,
        user_id,
        created_at: people.instant,
      })),
    )
    .onConflict((conflict) => conflict.columns(['merge_request_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Takes a role from everyone but these people; the ids of those who had it. */
export async function deletePeopleExcept(
  db: Db,
  role: Role,
  people: { id: number; userIds: readonly number[] },
): Promise<number[]> {
  const rows = await db
    .deleteFrom(`merge_request_${role}`)
    .where('merge_request_id', '=', people.id)
    .where('user_id', 'not in', [...people.userIds, 0])
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** People with a role in several merge requests, the first given first. */
export const listPeople = <R extends Role>(
  db: Db,
  role: R,
  ids: readonly number[],
): Promise<Person<R>[]> => people[role](db, ids);

const assignees = compiledOnce<number, Person<'assignees'>>((db, ids) =>
  db
    .selectFrom('merge_request_assignees')
    .selectAll()
    .where('merge_request_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('user_id'),
);

const reviewers = compiledOnce<number, Person<'reviewers'>>((db, ids) =>
  db
    .selectFrom('merge_request_reviewers')
    .selectAll()
    .where('merge_request_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('user_id'),
);

const people: { [R in Role]: (db: Db, ids: readonly number[]) => Promise<Person<R>[]> } = {
  assignees,
  reviewers,
};
