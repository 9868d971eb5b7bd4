import * as z from 'zod';
import {
  filledText,
  keysetQuery,
  pageQuery,
  timestamp,
  underId,
  userSummary,
  visibility,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { projectSettings } from './project-settings.ts';
import { projectTraits } from './project-traits.ts';

const namespace = z
  .object({
    id: z.int(),
    name: z.string(),
    path: z.string(),
    kind: z.enum(['group', 'user']),
    full_path: z.string(),
    parent_id: z.int().nullable(),
    avatar_url: z.string().nullable(),
    web_url: z.string(),
  })
  .meta({ id: 'ProjectNamespace' });

const role = z.object({ access_level: z.int(), notification_level: z.int() }).nullable();

/** What every project record carries, also to callers without a role. */
const basicShape = {
  id: z.int(),
  description: z.string().nullable(),
  name: z.string(),
  name_with_namespace: z.string(),
  path: z.string(),
  path_with_namespace: z.string(),
  created_at: timestamp,
  default_branch: z.string().nullable(),
  tag_list: z.array(z.string()),
  topics: z.array(z.string()),
  ssh_url_to_repo: z.string(),
  http_url_to_repo: z.string(),
  web_url: z.string(),
  readme_url: z.string().nullable(),
  forks_count: z.int(),
  avatar_url: z.string().nullable(),
  star_count: z.int(),
  last_activity_at: timestamp,
  visibility,
  namespace,
};

export const simpleProject = z.object(basicShape).meta({ id: 'SimpleProject' });

export const project = z
  .object({
    ...basicShape,
    ...projectTraits,
    empty_repo: z.boolean(),
    archived: z.boolean(),
    creator_id: z.int().nullable(),
    owner: userSummary.optional(),
    issues_enabled: z.boolean(),
    merge_requests_enabled: z.boolean(),
    open_issues_count: z.int(),
    open_merge_requests_count: z.int(),
    forked_from_project: z
      .object({
        id: z.int(),
        name: z.string(),
        path_with_namespace: z.string(),
        web_url: z.string(),
      })
      .optional(),
    merge_method: z.enum(['merge', 'rebase_merge', 'ff']),
    squash_option: z.enum(['never', 'always', 'default_on', 'default_off']),
    only_allow_merge_if_pipeline_succeeds: z.boolean(),
    only_allow_merge_if_all_discussions_are_resolved: z.boolean(),
    only_allow_merge_if_all_status_checks_passed: z.boolean(),
    allow_merge_on_skipped_pipeline: z.boolean(),
    remove_source_branch_after_merge: z.boolean(),
    merge_commit_template: z.string().nullable(),
    squash_commit_template: z.string().nullable(),
    ci_config_path: z.string().nullable(),
    import_status: z.enum(['none', 'scheduled', 'finished', 'failed']),
    import_url: z.string().nullable(),
    import_error: z.string().nullable(),
    permissions: z.object({ project_access: role, group_access: role }).optional(),
  })
  .meta({ id: 'Project' });

const listQuery = {
  ...pageQuery,
  search: z.string().optional(),
  archived: z.boolean().optional(),
  visibility: visibility.optional(),
  owned: z.boolean().optional(),
  membership: z.boolean().optional(),
  min_access_level: z.int().optional(),
  simple: z.boolean().optional(),
  order_by: z
    .enum(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at'])
    .default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
};

const newProject = {
  name: filledText().optional(),
  path: filledText().optional(),
  initialize_with_readme: z.boolean().optional(),
  /** Begins with what this repository of another server holds. */
  import_url: z.string().optional(),
  ...projectSettings,
};

export const projects = {
  list: defineEndpoint({
    id: 'projects.list',
    method: 'GET',
    path: '/projects',
    summary: 'Projects that the caller may see',
    access: { who: 'anyone' },
    limited: 'projects',
    query: z.object({ ...listQuery, ...keysetQuery }),
    response: z.array(z.union([project, simpleProject])),
    status: [200],
    paginated: true,
    keyset: ['id'],
  }),
  listOfGroup: defineEndpoint({
    id: 'projects.listOfGroup',
    method: 'GET',
    path: '/groups/:id/projects',
    summary: 'Projects of a group',
    access: { who: 'anyone', group: 'read_group' },
    limited: 'group_projects',
    params: underId,
    query: z.object({ ...listQuery, include_subgroups: z.boolean().optional() }),
    response: z.array(z.union([project, simpleProject])),
    status: [200],
    paginated: true,
  }),
  listOfUser: defineEndpoint({
    id: 'projects.listOfUser',
    method: 'GET',
    path: '/users/:user_id/projects',
    summary: "Projects of a user's personal namespace",
    access: { who: 'anyone' },
    limited: 'user_projects',
    params: z.object({ user_id: z.string() }),
    query: z.object(listQuery),
    response: z.array(z.union([project, simpleProject])),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'projects.show',
    method: 'GET',
    path: '/projects/:id',
    summary: 'One project',
    access: { who: 'anyone', project: 'read_project' },
    limited: 'project',
    params: underId,
    response: project,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'projects.create',
    method: 'POST',
    path: '/projects',
    summary: 'Create a project with an empty repository',
    access: { who: 'user' },
    body: z.object({ ...newProject, namespace_id: z.int().optional() }),
    atLeastOne: ['name', 'path'],
    response: project,
    status: [201],
  }),
  createForUser: defineEndpoint({
    id: 'projects.createForUser',
    method: 'POST',
    path: '/projects/user/:user_id',
    summary: "Create a project in a user's personal namespace, as that user",
    access: { who: 'admin' },
    params: z.object({ user_id: z.int() }),
    body: z.object(newProject),
    atLeastOne: ['name', 'path'],
    response: project,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'projects.update',
    method: 'PUT',
    path: '/projects/:id',
    summary: 'Change a project',
    access: { who: 'user', project: 'admin_project' },
    params: underId,
    body: z.object({
      name: filledText().optional(),
      path: filledText().optional(),
      ...projectSettings,
    }),
    response: project,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'projects.remove',
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Delete a project with its repository',
    access: { who: 'user', project: 'remove_project' },
    params: underId,
    response: z.object({ message: z.string() }),
    status: [202],
  }),
  archive: defineEndpoint({
    id: 'projects.archive',
    method: 'POST',
    path: '/projects/:id/archive',
    summary: 'Make a project read-only',
    access: { who: 'user', project: 'archive_project' },
    params: underId,
    response: project,
    status: [201],
  }),
  unarchive: defineEndpoint({
    id: 'projects.unarchive',
    method: 'POST',
    path: '/projects/:id/unarchive',
    summary: 'Make an archived project writable again',
    access: { who: 'user', project: 'archive_project' },
    params: underId,
    response: project,
    status: [201],
  }),
  fork: defineEndpoint({
    id: 'projects.fork',
    method: 'POST',
    path: '/projects/:id/fork',
    summary: "Make a project with a copy of this one's repository",
    access: { who: 'user', project: 'read_code' },
    params: underId,
    body: z.object({
      name: filledText().optional(),
      path: filledText().optional(),
      namespace_id: z.int().optional(),
      namespace_path: z.string().optional(),
      /** Id or path; the old name of the two above. */
      namespace: z.string().optional(),
      description: z.string().max(2000).optional(),
      visibility: visibility.optional(),
      /** The one branch to copy; all branches and tags if absent. */
      branches: z.string().optional(),
    }),
    exclusive: [['namespace_id', 'namespace_path']],
    response: project,
    status: [201],
  }),
  forks: defineEndpoint({
    id: 'projects.forks',
    method: 'GET',
    path: '/projects/:id/forks',
    summary: 'Forks that the caller may see',
    access: { who: 'anyone', project: 'read_project' },
    params: underId,
    query: z.object(listQuery),
    response: z.array(z.union([project, simpleProject])),
    status: [200],
    paginated: true,
  }),
  users: defineEndpoint({
    id: 'projects.users',
    method: 'GET',
    path: '/projects/:id/users',
    summary: 'People with a role in the project',
    access: { who: 'user', project: 'read_project' },
    params: underId,
    query: z.object({ ...pageQuery, search: z.string().optional() }),
    response: z.array(userSummary),
    status: [200],
    paginated: true,
  }),
} as const;
