import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Approvals of merge requests, the rules that ask for them, and how projects take them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await db.schema
    .alterTable('merge_requests')
    .addColumn('approvals_count', int8, required(0))
    .execute();
  await db.schema
    .createTable('merge_request_approvals')
    .addColumn('merge_request_id', int8, owned('merge_requests.id'))
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('sha', text)
    .addColumn('created_at', text, required())
    .addPrimaryKeyConstraint('merge_request_approvals_pk', ['merge_request_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('merge_request_approvals_user_id_merge_request_id_idx')
    .on('merge_request_approvals')
    .columns(['user_id', 'merge_request_id'])
    .execute();

  await id(db.schema.createTable('approval_rules'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('merge_request_id', int8, (c) =>
      c.references('merge_requests.id').onDelete('cascade'),
    )
    .addColumn('source_rule_id', int8, loose('approval_rules.id'))
    .addColumn('name', text, required())
    .addColumn('rule_type', text, required('regular'))
    .addColumn('approvals_required', int8, required(0))
    .addColumn('applies_to_all_protected_branches', int8, required(0))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  for (const column of ['project_id', 'merge_request_id', 'source_rule_id']) {
    await db.schema
      .createIndex(`approval_rules_${column}_idx`)
      .on('approval_rules')
      .columns([column])
      .execute();
  }
  const named = {
    approval_rule_users: ['user_id', 'users.id'],
    approval_rule_groups: ['group_id', 'namespaces.id'],
    approval_rule_branches: ['protected_branch_id', 'protected_branches.id'],
  } as const;
  for (const [table, [column, target]] of Object.entries(named)) {
    await db.schema
      .createTable(table)
      .addColumn('approval_rule_id', int8, owned('approval_rules.id'))
      .addColumn(column, int8, owned(target))
      .addPrimaryKeyConstraint(`${table}_pk`, ['approval_rule_id', column])
      .execute();
    await db.schema.createIndex(`${table}_${column}_idx`).on(table).columns([column]).execute();
  }

  await db.schema
    .createTable('project_approval_settings')
    .addColumn('project_id', int8, (c) => owned('projects.id')(c).primaryKey())
    .addColumn('reset_approvals_on_push', int8, required(1))
    .addColumn('disable_overriding_approvers_per_merge_request', int8, required(0))
    .addColumn('merge_requests_author_approval', int8, required(1))
    .addColumn('merge_requests_disable_committers_approval', int8, required(0))
    .execute();
}
