import * as z from 'zod';
import { datetime, pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const values = z.record(z.string(), z.unknown()).nullable();

export const auditEvent = z
  .object({
    id: z.int(),
    actor: z.object({ kind: z.string(), id: z.int().nullable(), name: z.string() }),
    /** The administrator who acted as the actor. */
    impersonator: z.object({ id: z.int(), name: z.string() }).nullable(),
    action: z.string(),
    subject: z.object({ type: z.string(), id: z.int().nullable(), name: z.string() }),
    project_id: z.int().nullable(),
    group_id: z.int().nullable(),
    /** Values before and after the change; which ones depends on the action. */
    before: values,
    after: values,
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    /** Why, as whoever did it said by `X-Change-Reason`. */
    reason: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEvent' });

export const auditEvents = {
  list: defineEndpoint({
    id: 'auditEvents.list',
    method: 'GET',
    path: '/audit_events',
    base: 'bff',
    summary: 'Who did what to what, the newest first',
    access: { who: 'admin' },
    query: z.object({
      ...pageQuery,
      actor_id: z.int().optional(),
      actor: z.string().optional().describe('Username, also of the administrator behind `sudo`'),
      action: z.string().optional().describe('`project.create`, or `project.` for all of them'),
      subject_type: z.string().optional(),
      subject_id: z.int().optional(),
      project_id: z.int().optional(),
      group_id: z.int().optional(),
      created_after: datetime().optional(),
      created_before: datetime().optional(),
    }),
    response: z.array(auditEvent),
    status: [200],
    paginated: true,
  }),
} as const;
