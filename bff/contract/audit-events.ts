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
  chain: defineEndpoint({
    id: 'auditEvents.chain',
    method: 'GET',
    path: '/audit_events/chain',
    base: 'bff',
    summary: 'How far the audit log is chained and sealed; with `verify` whether each link holds',
    access: { who: 'admin' },
    query: z.object({ verify: z.boolean().default(false) }),
    response: z
      .object({
        sealed: z
          .object({ event_id: z.int(), hash: z.string(), sealed_at: timestamp })
          .nullable()
          .describe('Where the chain ends'),
        unsealed: z.int().describe('Events that came after it'),
        first_unsealed: z.int().nullable(),
        verified: z.boolean(),
        broken: z
          .object({
            event_id: z.int(),
            problem: z.enum(['changed', 'missing', 'added', 'unsealed']),
          })
          .nullable()
          .describe('The first link that does not hold'),
      })
      .meta({ id: 'AuditChain' }),
    status: [200],
  }),
} as const;
