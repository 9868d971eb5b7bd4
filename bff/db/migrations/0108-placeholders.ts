import { type Kysely, sql } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** People of other servers, who stands for them here, and what was brought from there. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  await db.schema.alterTable('users').addColumn('user_type', text, required('human')).execute();
  await sql`create index users_public_email_lower_idx on users (lower(public_email))
    where public_email is not null`.execute(db);
  await id(db.schema.createTable('import_source_users'))
    .addColumn('group_id', int8, owned('namespaces.id'))
    .addColumn('source_hostname', text, required())
    .addColumn('import_type', text, required())
    .addColumn('source_user_identifier', text, required())
    .addColumn('source_name', text, required(''))
    .addColumn('source_username', text, required(''))
    .addColumn('status', text, required('pending_reassignment'))
    .addColumn('placeholder_user_id', int8, loose('users.id'))
    .addColumn('reassign_to_user_id', int8, loose('users.id'))
    .addColumn('reassigned_by_user_id', int8, loose('users.id'))
    .addColumn('token_sha256', text)
    .addColumn('encrypted_token', text)
    .addColumn('reassignment_error', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await db.schema
    .createIndex('import_source_users_identity_idx')
    .on('import_source_users')
    .columns(['group_id', 'source_user_identifier', 'source_hostname', 'import_type'])
    .unique()
    .execute();
  for (const columns of [
    ['group_id', 'status', 'id'],
    ['reassign_to_user_id', 'status'],
    ['placeholder_user_id'],
    ['token_sha256'],
  ]) {
    await db.schema
      .createIndex(`import_source_users_${columns.join('_')}_idx`)
      .on('import_source_users')
      .columns(columns)
      .execute();
  }
  await id(db.schema.createTable('placeholder_memberships'))
    .addColumn('source_user_id', int8, owned('import_source_users.id'))
    .addColumn('source_type', text, required())
    .addColumn('source_id', int8, required())
    .addColumn('access_level', int8, required())
    .addColumn('expires_at', text)
    .addUniqueConstraint('placeholder_memberships_key', [
      'source_user_id',
      'source_type',
      'source_id',
    ])
    .execute();
  await db.schema
    .createIndex('placeholder_memberships_source_idx')
    .on('placeholder_memberships')
    .columns(['source_type', 'source_id'])
    .execute();
  await db.schema
    .createTable('imported_records')
    .addColumn('namespace_id', int8, owned('namespaces.id'))
    .addColumn('source_hostname', text, required())
    .addColumn('kind', text, required())
    .addColumn('source_id', text, required())
    .addColumn('record_id', int8, required())
    .addPrimaryKeyConstraint('imported_records_pkey', [
      'namespace_id',
      'source_hostname',
      'kind',
      'source_id',
    ])
    .execute();
  // Who wrote and did things is asked for when they are given to somebody else.
  for (const [table, column] of [
    ['notes', 'author_id'],
    ['notes', 'resolved_by_id'],
    ['issues', 'closed_by_id'],
    ['merge_requests', 'merge_user_id'],
    ['merge_requests', 'closed_by_id'],
    ['resource_label_events', 'user_id'],
  ] as const) {
    await db.schema
      .createIndex(`${table}_of_${column}_idx`)
      .on(table)
      .column(column)
      .where(column, 'is not', null)
      .execute();
  }
}
