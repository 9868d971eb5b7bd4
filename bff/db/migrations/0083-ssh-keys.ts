import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** Keys by which people and deployments reach git, and the projects that a deploy key opens. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int8, text } = columnsOf(dialect);
  await id(db.schema.createTable('ssh_keys'))
    .addColumn('kind', text, required())
    .addColumn('user_id', int8, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('creator_id', int8, loose('users.id'))
    .addColumn('public', int8, required(0))
    .addColumn('title', text, required())
    .addColumn('title_lower', text, required())
    .addColumn('key', text, required())
    .addColumn('key_type', text, required())
    .addColumn('bits', int8, required())
    .addColumn('fingerprint', text)
    .addColumn('fingerprint_sha256', text, required())
    .addColumn('usage_type', text, required('auth_and_signing'))
    .addColumn('expires_at', text)
    .addColumn('expiry_told_at', text)
    .addColumn('last_used_at', text)
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await db.schema
    .createIndex('ssh_keys_fingerprint_sha256_idx')
    .unique()
    .on('ssh_keys')
    .column('fingerprint_sha256')
    .execute();
  const indexes = [
    ['user_id', 'id'],
    ['creator_id'],
    ['kind', 'id'],
    ['kind', 'expires_at'],
    ['kind', 'last_used_at'],
  ];
  for (const columns of indexes) {
    await db.schema
      .createIndex(`ssh_keys_${columns.join('_')}_idx`)
      .on('ssh_keys')
      .columns(columns)
      .execute();
  }
  await id(db.schema.createTable('deploy_keys_projects'))
    .addColumn('deploy_key_id', int8, owned('ssh_keys.id'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('can_push', int8, required(0))
    .addColumn('user_id', int8, loose('users.id'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await db.schema
    .createIndex('deploy_keys_projects_key_project_idx')
    .unique()
    .on('deploy_keys_projects')
    .columns(['deploy_key_id', 'project_id'])
    .execute();
  for (const columns of [['project_id', 'deploy_key_id'], ['user_id']]) {
    await db.schema
      .createIndex(`deploy_keys_projects_${columns.join('_')}_idx`)
      .on('deploy_keys_projects')
      .columns(columns)
      .execute();
  }
}
