import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Row, Tables } from '../../db/schema.ts';

type Fate = 'written' | 'done' | 'owned' | 'forgotten';

/**
 * Each column that names a user, and what becomes of its rows with the user. Written: the ghost's,
 * or deleted by a hard deletion. Done: the ghost's, or nobody's. Owned: deleted. Forgotten: nobody's.
 */
export const userReferences = {
  issues: { author_id: 'written', closed_by_id: 'done' },
  merge_requests: { author_id: 'written', merge_user_id: 'done', closed_by_id: 'done' },
  notes: { author_id: 'written', resolved_by_id: 'done' },
  resource_label_events: { user_id: 'done' },
  resource_state_events: { user_id: 'done' },
  resource_milestone_events: { user_id: 'done' },
  pipelines: { user_id: 'done' },
  ci_jobs: { user_id: 'done' },
  deployments: { user_id: 'done' },
  uploads: { uploaded_by_id: 'done' },
  personal_access_tokens: { user_id: 'owned' },
  sessions: { user_id: 'owned' },
  ssh_keys: { user_id: 'owned', creator_id: 'forgotten' },
  deploy_keys_projects: { user_id: 'forgotten' },
  user_addresses: { user_id: 'owned' },
  members: { user_id: 'owned', created_by_id: 'forgotten' },
  project_authorizations: { user_id: 'owned' },
  protected_branch_access_levels: { user_id: 'owned' },
  issue_assignees: { user_id: 'owned' },
  issue_subscriptions: { user_id: 'owned' },
  label_subscriptions: { user_id: 'owned' },
  merge_request_assignees: { user_id: 'owned' },
  merge_request_reviewers: { user_id: 'owned' },
  merge_request_subscriptions: { user_id: 'owned' },
  draft_notes: { author_id: 'owned' },
  todos: { user_id: 'owned' },
  saved_views: { user_id: 'owned' },
  viewed_files: { user_id: 'owned' },
  pipeline_triggers: { owner_id: 'owned' },
  pipeline_schedules: { owner_id: 'forgotten' },
  pipeline_schedule_runs: { user_id: 'done' },
  epics: { author_id: 'done' },
  external_control_events: { user_id: 'done' },
  dependency_list_exports: { author_id: 'owned' },
  sbom_reports: { user_id: 'done' },
  award_emoji: { user_id: 'owned' },
  merge_request_approvals: { user_id: 'owned' },
  approval_rule_users: { user_id: 'owned' },
  users: { created_by_id: 'forgotten' },
  namespaces: { owner_id: 'forgotten' },
  projects: { creator_id: 'forgotten' },
  application_settings: { updated_by: 'forgotten' },
  import_source_users: {
    placeholder_user_id: 'forgotten',
    reassign_to_user_id: 'forgotten',
    reassigned_by_user_id: 'forgotten',
  },
  reassignment_files: { user_id: 'forgotten' },
  group_imports: { user_id: 'forgotten' },
} as const satisfies { [T in keyof Tables]?: { [C in keyof Tables[T]]?: Fate } };

/** Gives what a user wrote and did to another one. */
export async function moveAuthorship(db: Db, from: number, to: number): Promise<void> {
  for (const [table, columns] of Object.entries(userReferences)) {
    for (const [column, fate] of Object.entries(columns)) {
      if (fate !== 'written' && fate !== 'done') continue;
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${to}
        where ${sql.ref(column)} = ${from}`.execute(db);
    }
  }
}

/** What others wrote things on that a user has commented: their counts change with the comments. */
export const listCommented = (
  db: Db,
  userId: number,
): Promise<{ type: Row<'notes'>['noteable_type']; id: number }[]> =>
  db
    .selectFrom('notes')
    .select(['noteable_type as type', 'noteable_id as id'])
    .distinct()
    .where('author_id', '=', userId)
    .execute();

/** Merge requests that a user wrote. */
export const listWrittenMergeRequests = (
  db: Db,
  userId: number,
): Promise<{ project_id: number; iid: number }[]> =>
  db
    .selectFrom('merge_requests')
    .select(['target_project_id as project_id', 'iid'])
    .where('author_id', '=', userId)
    .execute();

/** Deletes what a user wrote, with what hangs on it by type and id. */
export async function deleteWritten(db: Db, userId: number): Promise<void> {
  const written = [
    { type: 'MergeRequest', table: 'merge_requests' },
    { type: 'Issue', table: 'issues' },
  ] as const;
  for (const { type, table } of written) {
    const ids = db.selectFrom(table).select('id').where('author_id', '=', userId);
    await db
      .deleteFrom('label_links')
      .where('target_type', '=', type)
      .where('target_id', 'in', ids)
      .execute();
    await db
      .deleteFrom('resource_label_events')
      .where('resource_type', '=', type)
      .where('resource_id', 'in', ids)
      .execute();
    await db
      .deleteFrom('notes')
      .where('noteable_type', '=', type)
      .where('noteable_id', 'in', ids)
      .execute();
    await db.deleteFrom(table).where('author_id', '=', userId).execute();
  }
  await db.deleteFrom('notes').where('author_id', '=', userId).execute();
}

/** Groups whose only owner the user is. */
export async function soleOwnerships(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('namespaces', 'namespaces.id', 'members.source_id')
    .select('namespaces.id')
    .where('members.source_type', '=', 'Namespace')
    .where('namespaces.kind', '=', 'group')
    .where('members.user_id', '=', userId)
    .where('members.access_level', '=', 50)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('members as other')
            .select('other.id')
            .whereRef('other.source_id', '=', 'members.source_id')
            .where('other.source_type', '=', 'Namespace')
            .where('other.access_level', '=', 50)
            .where('other.user_id', '!=', userId),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The user of a name in lower case. */
export const findByUsername = (db: Db, username: string): Promise<Row<'users'> | undefined> =>
  db.selectFrom('users').selectAll().where('username_lower', '=', username).executeTakeFirst();

/** Deletes a user row; what the user owned goes with it. */
export async function deleteUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('feature_actors').where('actor', '=', `User:${userId}`).execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}
