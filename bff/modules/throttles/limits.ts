import type { Limited } from '#contract/endpoint.ts';
import type { actionLimitSettings } from '#contract/settings/action-limits.ts';
import type { personLimitSettings } from '#contract/settings/request-limits.ts';

type Row = (typeof actionLimitSettings | typeof personLimitSettings)[number];
type KeyOf<T extends Row['type']> = Extract<Row, { type: T }>['key'];

/** One limit of an endpoint, as data. */
export interface Limit {
  /** How many for each person; without `anonymous`, nobody else is counted. */
  person: KeyOf<'integer'>;
  /** How many for each address without a credential. */
  anonymous?: KeyOf<'integer'>;
  /** Usernames that are not counted. */
  exempt?: KeyOf<'string_list'>;
  /** Seconds in which so many are let through. */
  period: number;
  /** Also from the console, and by all replicas together. */
  writes?: true;
  /** Also from the console: it is a part of its screens. */
  ofScreens?: true;
  /** What is counted apart besides: the place that is changed, or one file whoever reads it. */
  apart?: 'place' | 'file';
  /** Only calls that search are counted. */
  searches?: true;
}

const minute = 60;

/**
 * What each limit counts and by which settings. Reads by the console are not counted here: they
 * have the throttle of the console.
 */
export const limits: Readonly<Record<Limited, Limit>> = {
  project: { person: 'project_api_limit', anonymous: 'project_api_limit', period: minute },
  projects: {
    person: 'projects_api_limit',
    anonymous: 'projects_api_rate_limit_unauthenticated',
    period: 10 * minute,
  },
  group: { person: 'group_api_limit', anonymous: 'group_api_limit', period: minute },
  groups: { person: 'groups_api_limit', anonymous: 'groups_api_limit', period: minute },
  group_projects: {
    person: 'group_projects_api_limit',
    anonymous: 'group_projects_api_limit',
    period: minute,
  },
  user: {
    person: 'users_get_by_id_limit',
    exempt: 'users_get_by_id_limit_allowlist',
    period: 10 * minute,
  },
  user_projects: {
    person: 'user_projects_api_limit',
    anonymous: 'user_projects_api_limit',
    period: minute,
  },
  project_jobs: { person: 'project_jobs_api_rate_limit', period: minute },
  raw_file: {
    person: 'raw_blob_request_limit',
    anonymous: 'raw_blob_request_limit',
    period: minute,
    apart: 'file',
  },
  search: {
    person: 'search_rate_limit',
    anonymous: 'search_rate_limit_unauthenticated',
    exempt: 'search_rate_limit_allowlist',
    period: minute,
    searches: true,
  },
  autocomplete_users: {
    person: 'autocomplete_users',
    anonymous: 'autocomplete_users_unauthenticated',
    period: minute,
    ofScreens: true,
  },
  issues_create: { person: 'issues_create_limit', period: minute, writes: true },
  notes_create: {
    person: 'notes_create_limit',
    exempt: 'notes_create_limit_allowlist',
    period: minute,
    writes: true,
  },
  members_delete: {
    person: 'members_delete_limit',
    period: minute,
    writes: true,
    apart: 'place',
  },
};
