import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Merge requests with their versions, people, labels, notes and label events. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const table = (name: string) => id(db.schema.createTable(name));
  const index = async (name: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${name}_${columns.join('_')}_idx`).on(name);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };

  await table('milestones')
    .addColumn('project_id', int8, (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('group_id', int8, (c) => c.references('namespaces.id').onDelete('cascade'))
    .addColumn('iid', int8, required())
    .addColumn('title', text, required())
    .addColumn('description', text, required(''))
    .addColumn('state', text, required('active'))
    .addColumn('start_date', text)
    .addColumn('due_date', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('milestones', ['project_id', 'iid'], true);
  await index('milestones', ['group_id', 'iid'], true);
  await index('milestones', ['title']);

  await table('labels')
    .addColumn('project_id', int8, (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('group_id', int8, (c) => c.references('namespaces.id').onDelete('cascade'))
    .addColumn('name', text, required())
    .addColumn('color', text, required())
    .addColumn('description', text)
    .addColumn('priority', int8)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('labels', ['project_id', 'name'], true);
  await index('labels', ['group_id', 'name'], true);
  await index('labels', ['name']);

  await db.schema
    .createTable('label_links')
    .addColumn('label_id', int8, owned('labels.id'))
    .addColumn('target_type', text, required())
    .addColumn('target_id', int8, required())
    .addPrimaryKeyConstraint('label_links_pk', ['target_type', 'target_id', 'label_id'])
    .execute();
  await index('label_links', ['label_id', 'target_type', 'target_id']);

  await table('resource_label_events')
    .addColumn('resource_type', text, required())
    .addColumn('resource_id', int8, required())
    .addColumn('label_id', int8, loose('labels.id'))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('action', text, required())
    .addColumn('created_at', text, required())
    .execute();
  await index('resource_label_events', ['resource_type', 'resource_id', 'id']);
  await index('resource_label_events', ['label_id']);

  await table('merge_requests')
    .addColumn('iid', int8, required())
    .addColumn('target_project_id', int8, owned('projects.id'))
    .addColumn('source_project_id', int8, loose('projects.id'))
    .addColumn('source_branch', text, required())
    .addColumn('target_branch', text, required())
    .addColumn('title', text, required())
    .addColumn('description', text)
    .addColumn('state', text, required('opened'))
    .addColumn('draft', int8, required(0))
    .addColumn(
      'author_id',
      int8,
      required(undefined, (c) => c.references('users.id')),
    )
    .addColumn('merge_user_id', int8, loose('users.id'))
    .addColumn('closed_by_id', int8, loose('users.id'))
    .addColumn('milestone_id', int8, loose('milestones.id'))
    .addColumn('merge_status', text, required('preparing'))
    .addColumn('merge_error', text)
    .addColumn('head_sha', text)
    .addColumn('base_sha', text)
    .addColumn('start_sha', text)
    .addColumn('commits_count', int8, required(0))
    .addColumn('changes_count', int8)
    .addColumn('diverged', int8, required(0))
    .addColumn('merge_commit_sha', text)
    .addColumn('squash_commit_sha', text)
    .addColumn('squash', int8, required(0))
    .addColumn('force_remove_source_branch', int8)
    .addColumn('should_remove_source_branch', int8)
    .addColumn('auto_merge', int8, required(0))
    .addColumn('merge_params', text)
    .addColumn('discussion_locked', int8)
    .addColumn('allow_collaboration', int8, required(0))
    .addColumn('merge_after', text)
    .addColumn('time_estimate', int8, required(0))
    .addColumn('total_time_spent', int8, required(0))
    .addColumn('user_notes_count', int8, required(0))
    .addColumn('upvotes', int8, required(0))
    .addColumn('downvotes', int8, required(0))
    .addColumn('task_count', int8, required(0))
    .addColumn('task_completed_count', int8, required(0))
    .addColumn('unresolved_count', int8, required(0))
    .addColumn('imported_from', text, required('none'))
    .addColumn('prepared_at', text)
    .addColumn('merged_at', text)
    .addColumn('closed_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('merge_requests', ['target_project_id', 'iid'], true);
  await index('merge_requests', ['target_project_id', 'state', 'created_at', 'id']);
  await index('merge_requests', ['target_project_id', 'created_at', 'id']);
  await index('merge_requests', ['target_project_id', 'updated_at', 'id']);
  await index('merge_requests', ['source_project_id', 'source_branch', 'state']);
  await index('merge_requests', ['target_project_id', 'target_branch', 'state']);
  await index('merge_requests', ['author_id', 'created_at', 'id']);
  await index('merge_requests', ['created_at', 'id']);
  await index('merge_requests', ['updated_at', 'id']);
  await index('merge_requests', ['milestone_id']);
  await index('merge_requests', ['merge_user_id']);

  for (const role of ['assignees', 'reviewers']) {
    const people = db.schema
      .createTable(`merge_request_${role}`)
      .addColumn('merge_request_id', int8, owned('merge_requests.id'))
      .addColumn('user_id', int8, owned('users.id'))
      .addColumn('state', text, required('unreviewed'))
      .addColumn('created_at', text, required())
      .addPrimaryKeyConstraint(`merge_request_${role}_pk`, ['merge_request_id', 'user_id']);
    await people.execute();
    await index(`merge_request_${role}`, ['user_id', 'merge_request_id']);
  }

  await table('merge_request_versions')
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('head_commit_sha', text, required())
    .addColumn('base_commit_sha', text, required())
    .addColumn('start_commit_sha', text, required())
    .addColumn('state', text, required())
    .addColumn('commits_count', int8, required())
    .addColumn('changes_count', int8, required())
    .addColumn('created_at', text, required())
    .execute();
  await index('merge_request_versions', ['merge_request_id', 'id']);

  await table('notes')
    .addColumn('noteable_type', text, required())
    .addColumn('noteable_id', int8, required())
    .addColumn('project_id', int8, (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn(
      'author_id',
      int8,
      required(undefined, (c) => c.references('users.id')),
    )
    .addColumn('discussion_id', text, required())
    .addColumn('type', text)
    .addColumn('body', text, required())
    .addColumn('system', int8, required(0))
    .addColumn('internal', int8, required(0))
    .addColumn('resolvable', int8, required(0))
    .addColumn('resolved_by_id', int8, loose('users.id'))
    .addColumn('resolved_at', text)
    .addColumn('commit_id', text)
    .addColumn('position', text)
    .addColumn('imported_from', text, required('none'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('notes', ['noteable_type', 'noteable_id', 'created_at', 'id']);
  await index('notes', ['discussion_id']);
  await index('notes', ['author_id']);
  await index('notes', ['project_id']);
}
