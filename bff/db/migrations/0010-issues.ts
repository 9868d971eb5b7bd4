import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Issues and who they are assigned to. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const index = async (name: string, columns: string[], isUnique = false) => {
    const builder = db.schema.createIndex(`${name}_${columns.join('_')}_idx`).on(name);
    await (isUnique ? builder.unique() : builder).columns(columns).execute();
  };

  await id(db.schema.createTable('issues'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('iid', int8, required())
    .addColumn('title', text, required())
    .addColumn('title_lower', text, required())
    .addColumn('description', text)
    .addColumn('description_lower', text)
    .addColumn('state', text, required('opened'))
    .addColumn('issue_type', text, required('issue'))
    .addColumn('confidential', int8, required(0))
    .addColumn('discussion_locked', int8)
    .addColumn(
      'author_id',
      int8,
      required(undefined, (c) => c.references('users.id')),
    )
    .addColumn('closed_by_id', int8, loose('users.id'))
    .addColumn('milestone_id', int8, loose('milestones.id'))
    .addColumn('weight', int8)
    .addColumn('due_date', text)
    .addColumn('time_estimate', int8, required(0))
    .addColumn('total_time_spent', int8, required(0))
    .addColumn('user_notes_count', int8, required(0))
    .addColumn('upvotes', int8, required(0))
    .addColumn('downvotes', int8, required(0))
    .addColumn('task_count', int8, required(0))
    .addColumn('task_completed_count', int8, required(0))
    .addColumn('imported_from', text, required('none'))
    .addColumn('closed_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index('issues', ['project_id', 'iid'], true);
  await index('issues', ['project_id', 'state', 'created_at', 'id']);
  await index('issues', ['project_id', 'created_at', 'id']);
  await index('issues', ['project_id', 'updated_at', 'id']);
  await index('issues', ['author_id', 'created_at', 'id']);
  await index('issues', ['created_at', 'id']);
  await index('issues', ['updated_at', 'id']);
  await index('issues', ['milestone_id']);
  await index('issues', ['closed_by_id']);

  await db.schema
    .createTable('issue_assignees')
    .addColumn('issue_id', int8, owned('issues.id'))
    .addColumn('user_id', int8, owned('users.id'))
    .addPrimaryKeyConstraint('issue_assignees_pk', ['issue_id', 'user_id'])
    .execute();
  await index('issue_assignees', ['user_id', 'issue_id']);
}
