import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, loose, owned, required } from '../columns.ts';

/** People, places and merge requests. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text, id } = columnsOf(dialect);
  const table = (name: string) => id(db.schema.createTable(name));

  await table('users')
    .addColumn('username', text, required())
    .addColumn('username_lower', text, required())
    .addColumn('name', text, required())
    .addColumn('email', text, required())
    .addColumn('email_lower', text, required())
    .addColumn('public_email', text)
    .addColumn('state', text, required('active'))
    .addColumn('is_admin', int8, required(0))
    .addColumn('external', int8, required(0))
    .addColumn('bot', int8, required(0))
    .addColumn('can_create_group', int8, required(1))
    .addColumn('projects_limit', int8, required(100000))
    .addColumn('private_profile', int8, required(0))
    .addColumn('profile', text, required('{}'))
    .addColumn('password_hash', text)
    .addColumn('password_changed_at', text)
    .addColumn('failed_attempts', int8, required(0))
    .addColumn('locked_at', text)
    .addColumn('confirmed_at', text)
    .addColumn('last_sign_in_at', text)
    .addColumn('current_sign_in_at', text)
    .addColumn('last_activity_on', text)
    .addColumn('created_by_id', int8, loose('users.id'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await unique(db, 'users', ['username_lower']);
  await unique(db, 'users', ['email_lower']);

  await table('personal_access_tokens')
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('kind', text, required('personal'))
    .addColumn('name', text, required())
    .addColumn('description', text)
    .addColumn('token_sha256', text, required())
    .addColumn('scopes', text, required())
    .addColumn('revoked', int8, required(0))
    .addColumn('expires_at', text)
    .addColumn('last_used_at', text)
    .addColumn('created_at', text, required())
    .execute();
  await unique(db, 'personal_access_tokens', ['token_sha256']);
  await index(db, 'personal_access_tokens', ['user_id']);

  await table('sessions')
    .addColumn('id_sha256', text, required())
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('token_id', int8, owned('personal_access_tokens.id'))
    .addColumn('encrypted_token', text, required())
    .addColumn('password_changed_at', text)
    .addColumn('ip', text)
    .addColumn('user_agent', text)
    .addColumn('created_at', text, required())
    .addColumn('last_used_at', text, required())
    .execute();
  await unique(db, 'sessions', ['id_sha256']);
  await index(db, 'sessions', ['user_id']);
  await index(db, 'sessions', ['token_id']);

  await table('namespaces')
    .addColumn('kind', text, required())
    .addColumn('name', text, required())
    .addColumn('path', text, required())
    .addColumn('full_path', text, required())
    .addColumn('full_name', text, required())
    .addColumn('parent_id', int8, loose('namespaces.id'))
    .addColumn('owner_id', int8, loose('users.id'))
    .addColumn('description', text, required(''))
    .addColumn('visibility', text, required('private'))
    .addColumn('project_creation_level', text, required('developer'))
    .addColumn('subgroup_creation_level', text, required('maintainer'))
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index(db, 'namespaces', ['parent_id']);
  await index(db, 'namespaces', ['owner_id']);

  await db.schema
    .createTable('namespace_ancestors')
    .addColumn('namespace_id', int8, owned('namespaces.id'))
    .addColumn('ancestor_id', int8, owned('namespaces.id'))
    .addColumn('depth', int8, required())
    .addPrimaryKeyConstraint('namespace_ancestors_pk', ['namespace_id', 'ancestor_id'])
    .execute();
  await index(db, 'namespace_ancestors', ['ancestor_id', 'namespace_id']);

  await table('projects')
    .addColumn('namespace_id', int8, owned('namespaces.id'))
    .addColumn('creator_id', int8, loose('users.id'))
    .addColumn('name', text, required())
    .addColumn('path', text, required())
    .addColumn('full_path', text, required())
    .addColumn('full_name', text, required())
    .addColumn('name_lower', text, required())
    .addColumn('description', text)
    .addColumn('visibility', text, required('private'))
    .addColumn('default_branch', text, required('main'))
    .addColumn('empty_repo', int8, required(1))
    .addColumn('archived', int8, required(0))
    .addColumn('topics', text, required('[]'))
    .addColumn('forked_from_project_id', int8, loose('projects.id'))
    .addColumn('merge_method', text, required('merge'))
    .addColumn('squash_option', text, required('default_off'))
    .addColumn('only_allow_merge_if_pipeline_succeeds', int8, required(0))
    .addColumn('only_allow_merge_if_all_discussions_are_resolved', int8, required(0))
    .addColumn('allow_merge_on_skipped_pipeline', int8, required(0))
    .addColumn('remove_source_branch_after_merge', int8, required(1))
    .addColumn('merge_requests_enabled', int8, required(1))
    .addColumn('issues_enabled', int8, required(1))
    .addColumn('merge_commit_template', text)
    .addColumn('squash_commit_template', text)
    .addColumn('ci_config_path', text)
    .addColumn('last_activity_at', text, required())
    .addColumn('created_at', text, required())
    .addColumn('updated_at', text, required())
    .execute();
  await index(db, 'projects', ['namespace_id']);
  await index(db, 'projects', ['creator_id']);
  await index(db, 'projects', ['forked_from_project_id']);
  await index(db, 'projects', ['last_activity_at']);
  await index(db, 'projects', ['name_lower']);

  await table('routes')
    .addColumn('full_path_lower', text, required())
    .addColumn('source_type', text, required())
    .addColumn('source_id', int8, required())
    .execute();
  await unique(db, 'routes', ['full_path_lower']);
  await unique(db, 'routes', ['source_type', 'source_id']);

  await table('members')
    .addColumn('source_type', text, required())
    .addColumn('source_id', int8, required())
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('access_level', int8, required())
    .addColumn('expires_at', text)
    .addColumn('created_by_id', int8, loose('users.id'))
    .addColumn('created_at', text, required())
    .execute();
  await unique(db, 'members', ['source_type', 'source_id', 'user_id']);
  await index(db, 'members', ['user_id', 'source_type', 'source_id']);
  await index(db, 'members', ['expires_at']);

  await db.schema
    .createTable('project_authorizations')
    .addColumn('user_id', int8, owned('users.id'))
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('access_level', int8, required())
    .addPrimaryKeyConstraint('project_authorizations_pk', ['user_id', 'project_id'])
    .execute();
  await index(db, 'project_authorizations', ['project_id', 'user_id', 'access_level']);

  await table('protected_branches')
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('name', text, required())
    .addColumn('push_access_level', int8, required(40))
    .addColumn('merge_access_level', int8, required(40))
    .addColumn('unprotect_access_level', int8)
    .addColumn('allow_force_push', int8, required(0))
    .addColumn('created_at', text, required())
    .execute();
  await unique(db, 'protected_branches', ['project_id', 'name']);

  await db.schema
    .createTable('repository_refs')
    .addColumn('project_id', int8, owned('projects.id'))
    .addColumn('name', text, required())
    .addColumn('sha', text, required())
    .addColumn('updated_at', text, required())
    .addPrimaryKeyConstraint('repository_refs_pk', ['project_id', 'name'])
    .execute();

  await db.schema
    .createTable('counters')
    .addColumn('scope', text, required())
    .addColumn('scope_id', int8, required())
    .addColumn('last', int8, required(0))
    .addPrimaryKeyConstraint('counters_pk', ['scope', 'scope_id'])
    .execute();

  await table('jobs')
    .addColumn('kind', text, required())
    .addColumn('payload', text, required())
    .addColumn('state', text, required('queued'))
    .addColumn('run_at', text, required())
    .addColumn('attempts', int8, required(0))
    .addColumn('lease_until', text)
    .addColumn('lease_owner', text)
    .addColumn('dedup_key', text)
    .addColumn('last_error', text)
    .addColumn('created_at', text, required())
    .addColumn('finished_at', text)
    .execute();
  await index(db, 'jobs', ['state', 'run_at']);
  await index(db, 'jobs', ['state', 'lease_until']);
  await unique(db, 'jobs', ['dedup_key']);

  await table('audit_events')
    .addColumn('actor_kind', text, required())
    .addColumn('actor_id', int8)
    .addColumn('actor_name', text, required())
    .addColumn('action', text, required())
    .addColumn('subject_type', text, required())
    .addColumn('subject_id', int8)
    .addColumn('subject_name', text, required())
    .addColumn('project_id', int8)
    .addColumn('group_id', int8)
    .addColumn('before', text)
    .addColumn('after', text)
    .addColumn('ip', text)
    .addColumn('request_id', text)
    .addColumn('created_at', text, required())
    .execute();
  await index(db, 'audit_events', ['created_at']);
  await index(db, 'audit_events', ['subject_type', 'subject_id']);
  await index(db, 'audit_events', ['actor_id']);
}

async function unique(db: Kysely<unknown>, table: string, columns: string[]) {
  const name = `${table}_${columns.join('_')}_key`;
  await db.schema.createIndex(name).unique().on(table).columns(columns).execute();
}

async function index(db: Kysely<unknown>, table: string, columns: string[]) {
  const name = `${table}_${columns.join('_')}_idx`;
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
