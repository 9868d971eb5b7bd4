import * as z from 'zod';
import { datetime, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const check = z.object({ ok: z.boolean(), reason: z.string().optional() });

export const health = {
  liveness: defineEndpoint({
    id: 'health.liveness',
    method: 'GET',
    path: '/liveness',
    base: 'ops',
    summary: 'The process answers',
    access: { who: 'anyone' },
    identifies: false,
    response: z.object({ status: z.literal('ok') }),
    status: [200],
  }),
  readiness: defineEndpoint({
    id: 'health.readiness',
    method: 'GET',
    path: '/readiness',
    base: 'ops',
    summary:
      'The server can work: database, git and disk; 503 where it cannot, is stopping or still starts',
    access: { who: 'anyone' },
    identifies: false,
    response: z.union([
      z.object({
        status: z.enum(['ok', 'failed', 'stopping']),
        database: check,
        git: check,
        disk: check,
      }),
      z.object({ status: z.literal('starting'), waits_for: z.string() }),
    ]),
    status: [200, 503],
  }),
  metrics: defineEndpoint({
    id: 'health.metrics',
    method: 'GET',
    path: '/metrics',
    base: 'ops',
    summary: 'Measurements for Prometheus: by token, or without one from this machine alone',
    access: { who: 'anyone' },
    identifies: false,
    response: z.string(),
    media: 'text/plain; version=0.0.4; charset=utf-8',
    status: [200],
  }),
} as const;

/** Mounted only where the clock of the process may be moved. */
export const clock = {
  set: defineEndpoint({
    id: 'clock.set',
    method: 'POST',
    path: '/clock',
    base: 'ops',
    summary: 'Move the clock of the process; tests only',
    access: { who: 'anyone' },
    identifies: false,
    body: z.object({ now: datetime() }),
    response: z.object({ now: timestamp }),
    status: [200],
  }),
} as const;
