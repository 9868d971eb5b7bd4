import * as z from 'zod';
import { applicationSettings, reasonHeader } from './application-settings.ts';
import { datetime, pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const base = 'bff';
const access = { who: 'admin' } as const;
const order = 'subject-first';

/** One setting before and after; what is secret is five asterisks. */
const changedValue = z.object({ key: z.string(), before: z.unknown(), after: z.unknown() });

const settingChange = z
  .object({
    id: z.int(),
    actor: z.object({ kind: z.string(), id: z.int().nullable(), name: z.string() }),
    impersonator: z.object({ id: z.int(), name: z.string() }).nullable(),
    reason: z.string().nullable(),
    created_at: timestamp,
    changes: z.array(changedValue),
  })
  .meta({ id: 'SettingChange' });

const report = z
  .object({
    set: z.array(changedValue),
    unchanged: z.array(z.string()),
    unknown: z.array(z.string()),
    refused: z.array(z.object({ key: z.string(), problem: z.string() })),
  })
  .meta({ id: 'SettingsImport' });

/** Who changed which settings when and the way back; all settings as one file, out and in. */
export const settingsHistory = {
  list: defineEndpoint({
    id: 'settingsHistory.list',
    method: 'GET',
    path: '/settings/history',
    base,
    summary: 'Changes of settings, the newest first',
    access,
    query: z.object({
      ...pageQuery,
      actor: z.string().optional().describe('Username'),
      key: z.string().optional().describe('Only changes of this setting'),
      created_after: datetime().optional(),
      created_before: datetime().optional(),
    }),
    response: z.array(settingChange),
    status: [200],
    paginated: true,
  }),
  revert: defineEndpoint({
    id: 'settingsHistory.revert',
    method: 'POST',
    path: '/settings/history/:id/revert',
    base,
    summary: 'Give the settings of a change the values they had before it',
    access,
    order,
    params: z.object({ id: z.int() }),
    headers: reasonHeader,
    response: applicationSettings.show.response,
    status: [200],
  }),
  export: defineEndpoint({
    id: 'settingsHistory.export',
    method: 'GET',
    path: '/settings/export',
    base,
    summary: 'Every setting that can be changed, as a file; secrets are five asterisks',
    access,
    order,
    response: z.string(),
    media: 'application/json',
    status: [200],
  }),
  import: defineEndpoint({
    id: 'settingsHistory.import',
    method: 'POST',
    path: '/settings/import',
    base,
    summary: 'Set what a file says; with `dry_run` say only what that would do',
    access,
    order,
    query: z.object({ dry_run: z.boolean().default(false) }),
    body: z.object({ settings: z.record(z.string(), z.unknown()) }),
    headers: reasonHeader,
    response: report,
    status: [200],
  }),
} as const;
