import type { FieldDef } from '../field.ts';

/** How often something may be asked for before it is answered by 429. */
const limit = <const Key extends string>(
  key: Key,
  of: { says: string; initial: number; min?: number; help?: string },
) =>
  ({
    key,
    type: 'integer',
    default: of.initial,
    min: of.min ?? 0,
    max: 2_147_483_647,
    label: of.says,
    help: of.help ?? '0: no limit',
    enforced_by: 'throttles',
  }) as const;

const exempt = <const Key extends string>(key: Key, from: string) =>
  ({
    key,
    type: 'string_list',
    default: [],
    max: 100,
    label: `People without the limit on ${from}`,
    help: 'Their usernames, 100 at most',
    enforced_by: 'throttles',
  }) as const;

const nameless = 'For each person or, without a credential, each address; 0: no limit';

/** Limits of single endpoints: `bff/modules/throttles/limits.ts` says what each is counted by. */
export const actionLimitSettings = [
  limit('projects_api_limit', {
    says: 'Project lists by the API in 10 minutes, for each person',
    initial: 2000,
  }),
  limit('projects_api_rate_limit_unauthenticated', {
    says: 'Anonymous project lists by the API in 10 minutes, for each address',
    initial: 400,
  }),
  limit('project_api_limit', {
    says: 'Reads of single projects by the API a minute',
    initial: 400,
    help: nameless,
  }),
  limit('groups_api_limit', {
    says: 'Group lists by the API a minute',
    initial: 200,
    help: nameless,
  }),
  limit('group_api_limit', {
    says: 'Reads of single groups by the API a minute',
    initial: 400,
    help: nameless,
  }),
  limit('group_projects_api_limit', {
    says: "Lists of a group's projects by the API a minute",
    initial: 600,
    help: nameless,
  }),
  limit('user_projects_api_limit', {
    says: "Lists of a user's projects by the API a minute",
    initial: 300,
    help: nameless,
  }),
  limit('users_get_by_id_limit', {
    says: 'Reads of single users by the API in 10 minutes, for each person',
    initial: 300,
  }),
  exempt('users_get_by_id_limit_allowlist', 'reads of single users'),
  limit('project_jobs_api_rate_limit', {
    says: "Lists of a project's jobs by the API a minute, for each person",
    initial: 600,
    min: 1,
    help: 'There is always a limit',
  }),
  limit('raw_blob_request_limit', {
    says: 'Reads of one raw file by the API a minute, by all together',
    initial: 300,
  }),
  limit('search_rate_limit', {
    says: 'Searches by the API a minute, for each person',
    initial: 30,
    help: 'Lists of merge requests and issues with a search; 0: no limit',
  }),
  limit('search_rate_limit_unauthenticated', {
    says: 'Anonymous searches by the API a minute, for each address',
    initial: 10,
    help: 'Lists of merge requests and issues with a search; 0: no limit',
  }),
  exempt('search_rate_limit_allowlist', 'searches'),
  limit('issues_create_limit', {
    says: 'Issues that a person may create a minute',
    initial: 300,
  }),
  limit('notes_create_limit', {
    says: 'Comments that a person may write a minute',
    initial: 300,
  }),
  exempt('notes_create_limit_allowlist', 'comments'),
  limit('members_delete_limit', {
    says: 'Members that a person may remove from a group or project a minute',
    initial: 60,
  }),
  limit('pipeline_limit_per_project_user_sha', {
    says: 'Pipelines that a person may start for one commit a minute',
    initial: 0,
  }),
] as const satisfies readonly FieldDef[];
