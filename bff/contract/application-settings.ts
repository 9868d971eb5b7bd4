import * as z from 'zod';
import { timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { bodyOf, recordOf } from './field.ts';
import { settingFields } from './settings/all.ts';

/** What a migration of registries left in the record: always 0 or empty. */
export const leftovers = {
  container_registry_import_created_before: '',
  container_registry_import_max_retries: 0,
  container_registry_import_max_step_duration: 0,
  container_registry_import_max_tags_count: 0,
  container_registry_import_start_max_retries: 0,
  container_registry_import_target_plan: '',
  container_registry_import_timeout: 0,
  container_registry_pre_import_tags_rate: 0,
  container_registry_pre_import_timeout: 0,
} as const;

const leftover: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(leftovers).map(([key, value]) => [
    key,
    typeof value === 'string' ? z.string() : z.int(),
  ]),
);

/** The reason of a change, kept in the history. */
export const reasonHeader = { change_reason: 'X-Change-Reason' } as const;

const record = recordOf(settingFields)
  .extend({
    ...leftover,
    id: z.literal(1),
    created_at: timestamp.nullable().describe('When a setting was changed first'),
    updated_at: timestamp.nullable().describe('When a setting was changed last'),
  })
  .meta({ id: 'ApplicationSettings' });
const body = bodyOf(settingFields);

export const applicationSettings = {
  show: defineEndpoint({
    id: 'applicationSettings.show',
    method: 'GET',
    path: '/application/settings',
    summary: 'Settings of the instance',
    access: { who: 'admin' },
    order: 'subject-first',
    response: record,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'applicationSettings.update',
    method: 'PUT',
    path: '/application/settings',
    summary: 'Change settings of the instance; what is absent keeps its value',
    access: { who: 'admin' },
    order: 'subject-first',
    body,
    atLeastOne: Object.keys(body.shape),
    headers: reasonHeader,
    response: record,
    status: [200],
  }),
} as const;
