import { compiledOnce } from '../../db/compiled.ts';
import type { Db } from '../../db/open.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import type { Page } from '#contract/common.ts';
import { pageOf } from '../../db/page.ts';

export type Version = Row<'merge_request_versions'>;
export type Milestone = Row<'milestones'> & { full_path: string | null };

/** Milestones with the path of the project or group that they belong to. */
export const listMilestones = compiledOnce<number, Milestone>((db, ids) =>
  db
    .selectFrom('milestones')
    .leftJoin('projects', 'projects.id', 'milestones.project_id')
    .leftJoin('namespaces', 'namespaces.id', 'milestones.group_id')
    .selectAll('milestones')
    .select((e) => e.fn.coalesce('projects.full_path', 'namespaces.full_path').as('full_path'))
    .where('milestones.id', 'in', ids),
);

/** A milestone that a project may use: its own or one of a group above it. */
export const findUsableMilestone = (
  db: Db,
  project: { id: number; namespace_id: number },
  id: number,
): Promise<{ id: number; title: string } | undefined> =>
  db
    .selectFrom('milestones')
    .select(['id', 'title'])
    .where('id', '=', id)
    .where((e) =>
      e.or([
        e('project_id', '=', project.id),
        e(
          'group_id',
          'in',
          e
            .selectFrom('namespace_ancestors')
            .select('ancestor_id')
            .where('namespace_id', '=', project.namespace_id),
        ),
      ]),
    )
    .executeTakeFirst();

/** Writes down a version. */
export async function insertVersion(db: Db, row: NewRow<'merge_request_versions'>): Promise<void> {
  await db.insertInto('merge_request_versions').values(row).execute();
}

export const findLatestVersion = (db: Db, mergeRequestId: number): Promise<Version | undefined> =>
  db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findVersion = (
  db: Db,
  mergeRequestId: number,
  id: number,
): Promise<Version | undefined> =>
  db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The newest version with this head. */
export const findVersionOfHead = (
  db: Db,
  mergeRequestId: number,
  head: string,
): Promise<Version | undefined> =>
  db
    .selectFrom('merge_request_versions')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('head_commit_sha', '=', head)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a merge request has a version of these commits. */
export async function hasVersion(
  db: Db,
  mergeRequestId: number,
  commits: Pick<Version, 'base_commit_sha' | 'head_commit_sha' | 'start_commit_sha'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('merge_request_versions')
    .select('id')
    .where('merge_request_id', '=', mergeRequestId)
    .where('base_commit_sha', '=', commits.base_commit_sha)
    .where('head_commit_sha', '=', commits.head_commit_sha)
    .where('start_commit_sha', '=', commits.start_commit_sha)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One page of versions, the newest first. */
export function listVersions(
  db: Db,
  mergeRequestId: number,
  paging: { offset: number; perPage: number },
): Promise<Page<Version>> {
  const of = db.selectFrom('merge_request_versions').where('merge_request_id', '=', mergeRequestId);
  return pageOf(db, of.selectAll().orderBy('id', 'desc'), of.select('id'), paging);
}

type Subscription = Row<'merge_request_subscriptions'>;

/** What a person decided about hearing of a merge request. */
export const findSubscription = async (
  db: Db,
  mergeRequestId: number,
  userId: number,
): Promise<Subscription | undefined> => (await subscriptionOf(db, [mergeRequestId, userId]))[0];

const subscriptionOf = compiledOnce<number, Subscription>((db, [mergeRequestId = 0, userId = 0]) =>
  db
    .selectFrom('merge_request_subscriptions')
    .selectAll()
    .where('merge_request_id', '=', mergeRequestId)
    .where('user_id', '=', userId),
);

/** Writes down what a person decided. */
export async function upsertSubscription(
  db: Db,
  row: NewRow<'merge_request_subscriptions'>,
): Promise<void> {
  await db
    .insertInto('merge_request_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merge_request_id', 'user_id'])
        .doUpdateSet({ subscribed: row.subscribed, created_at: row.created_at }),
    )
    .execute();
}

/** Whether a person has a merged request in a project. */
export async function hasMerged(db: Db, projectId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('merge_requests')
    .select('id')
    .where('target_project_id', '=', projectId)
    .where('author_id', '=', userId)
    .where('state', '=', 'merged')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
