import * as z from 'zod';
import { datetime, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { sshKeyTypes } from './ssh-key-types.ts';

const run = z.object({
  at: timestamp,
  local: z.string().describe('As clocks of the zone show it: `2026-11-30T10:00`'),
  offset: z.string().describe('Of the zone from UTC then: `+01:00`'),
  change: z
    .enum(['gap', 'repeat'])
    .nullable()
    .describe(
      '`gap`: its time is left out, it runs right after; `repeat`: it comes twice, it runs once at the first',
    ),
});

const cronPreview = z
  .object({
    valid: z.boolean(),
    problems: z.object({
      cron: z.enum(['syntax', 'never']).nullable().describe('`never`: no day is ever like this'),
      cron_timezone: z.enum(['syntax']).nullable(),
    }),
    zone: z.string().nullable().describe('The IANA name or offset that the zone stands for'),
    runs: z
      .array(run)
      .describe('The next ones of twenty years, as far apart as this server allows'),
    warnings: z.array(
      z
        .enum(['day_or_weekday', 'too_often'])
        .describe(
          '`day_or_weekday`: runs on either; `too_often`: more often than this server allows, so some times are left out',
        ),
    ),
    min_interval: z.int().describe('Minutes that this server leaves between two runs'),
    max_schedules: z.int().describe('Most schedules of a project, 0 for no cap'),
  })
  .meta({ id: 'CronPreview' });
export type CronPreview = z.output<typeof cronPreview>;

const deployKeyPreview = z
  .object({
    valid: z.boolean(),
    problems: z
      .record(z.string(), z.array(z.string()))
      .describe('What saving would refuse, by field'),
    key: z.string().nullable().describe('As it would be stored'),
    comment: z.string().nullable(),
    type: z.enum(sshKeyTypes).nullable(),
    bits: z.int().nullable(),
    fingerprint: z.string().nullable(),
    fingerprint_sha256: z.string().nullable(),
    works_for_git: z.boolean().describe('False of types and lengths that git over SSH refuses'),
    known: z
      .enum(['no', 'here', 'joins', 'taken'])
      .describe('`here`: the project has it; `joins`: it comes from another place, title and all'),
    known_title: z.string().nullable().describe('Of a key that would be joined'),
  })
  .meta({ id: 'DeployKeyPreview' });
export type DeployKeyPreview = z.output<typeof deployKeyPreview>;

const mergeRequestPreview = z
  .object({
    valid: z.boolean(),
    problems: z
      .record(z.string(), z.array(z.string()))
      .describe('What creating it would refuse, by field'),
    existing_iid: z.int().nullable().describe('Of the open one that these branches have already'),
    commits_count: z.int().nullable().describe('Null where they lie in another project'),
    has_conflicts: z.boolean().nullable().describe('Null where it shows once it is made'),
    conflicts: z.array(z.string()).describe('Files that both sides changed'),
  })
  .meta({ id: 'MergeRequestPreview' });
export type MergeRequestPreview = z.output<typeof mergeRequestPreview>;

/** Findings on what somebody is about to save; nothing is stored. */
export const previews = {
  cron: defineEndpoint({
    id: 'previews.cron',
    method: 'POST',
    path: '/previews/cron',
    base: 'bff',
    summary: 'When a schedule would run, and what is odd about it',
    access: { who: 'user' },
    body: z.object({
      cron: z.string(),
      cron_timezone: z.string().default('UTC'),
      count: z.int().min(1).max(50).default(10),
      last_run_at: datetime().optional().describe('Of a schedule that has run already'),
    }),
    response: cronPreview,
    status: [200],
  }),
  deployKey: defineEndpoint({
    id: 'previews.deployKey',
    method: 'POST',
    path: '/previews/deploy_key',
    base: 'bff',
    summary: 'What a public key is, and whether it could be added',
    access: { who: 'user' },
    body: z.object({
      key: z.string(),
      project: z.string().optional().describe('Id or path of the project that would get it'),
    }),
    response: deployKeyPreview,
    status: [200],
  }),
  mergeRequest: defineEndpoint({
    id: 'previews.mergeRequest',
    method: 'POST',
    path: '/previews/merge_request',
    base: 'bff',
    summary: 'What would become of a merge request of two branches',
    access: { who: 'user' },
    body: z.object({
      project: z.string().describe('Id or path of the project of the source branch'),
      source_branch: z.string(),
      target_branch: z.string(),
      target_project_id: z.int().optional(),
    }),
    response: mergeRequestPreview,
    status: [200],
  }),
  markdown: defineEndpoint({
    id: 'previews.markdown',
    method: 'POST',
    path: '/previews/markdown',
    base: 'bff',
    summary: 'Markdown as HTML, and what would not show as it is meant',
    access: { who: 'user' },
    body: z.object({
      text: z.string().max(65_536),
      line: z.boolean().default(false).describe('One line: a header or footer message'),
    }),
    response: z.object({
      html: z.string(),
      findings: z.array(
        z
          .enum(['html', 'image', 'unsafe_link', 'block'])
          .describe(
            '`html`: shown as text; `image`, `block`: not in a line; `unsafe_link`: shown as text',
          ),
      ),
    }),
    status: [200],
  }),
} as const;
