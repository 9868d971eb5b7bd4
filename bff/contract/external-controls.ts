import * as z from 'zod';
import { pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const verdicts = ['pass', 'fail'] as const;
const verdict = z.enum(verdicts);
export type Verdict = z.output<typeof verdict>;
const controlStatus = z.enum([...verdicts, 'pending']);
export type ControlStatus = z.output<typeof controlStatus>;

export const mostControls = 5;

/** A check outside of this server, which reports its verdict on a project. */
const externalControl = z
  .object({
    id: z.int(),
    external_control_name: z.string().nullable(),
    external_url: z.string(),
    control_type: z.literal('external'),
    ping_enabled: z.boolean(),
    ping_interval_minutes: z.int().describe('Time between two pings by the clock'),
    timeout_minutes: z.int().describe('How long a taken ping may stay without a verdict'),
    status: controlStatus,
    status_updated_at: timestamp,
    next_ping_at: timestamp.nullable(),
    times_out_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ExternalControl' });
export type ExternalControl = z.output<typeof externalControl>;

/** One line of a control's history. */
const controlEvent = z
  .object({
    id: z.int(),
    kind: z.enum(['ping', 'answer', 'time_out']),
    cause: z
      .enum(['created', 'changed', 'interval', 'asked'])
      .nullable()
      .describe('Why it was pinged; null for what is no ping'),
    user: userSummary.nullable().describe('Who asked for the ping'),
    status_before: controlStatus,
    status_after: controlStatus,
    replaced_since: timestamp
      .nullable()
      .describe('Since when the verdict held that the ping put an end to'),
    replaced_early: z
      .boolean()
      .describe('The verdict that the ping put an end to was younger than the interval'),
    state: z.enum(['waiting', 'taken', 'refused', 'unreachable', 'done']),
    http_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'ExternalControlEvent' });
export type ControlEvent = z.output<typeof controlEvent>;

/** What can be wrong with a signed call; each is something that its sender can put right. */
export const signatureFindings = [
  'timestamp_invalid',
  'timestamp_future',
  'timestamp_expired',
  'nonce_length',
  'nonce_used',
  'signature_not_hex',
  'signature_upper_case',
  'signature_base64',
  'signed_project_form',
  'signed_encoded_path',
  'signed_without_prefix',
  'signed_url',
  'signed_status_alone',
  'signed_json_body',
  'signed_other_verdict',
  'signed_with_separators',
  'signed_other_order',
  'signed_with_newline',
  'secret_with_newline',
  'secret_or_text_differs',
] as const;

const nameOf = z.string().max(255);
const urlOf = z.string().max(1024);
const secretOf = z.string().min(1).max(240);
const settings = {
  ping_enabled: z.boolean().optional().describe('Ping it by the clock'),
  ping_interval_minutes: z.int().min(5).max(43_200).optional(),
  timeout_minutes: z.int().min(1).max(10_080).optional(),
};

const path = '/projects/:id/compliance_external_controls';
const one = `${path}/:external_control_id`;
const underControl = z.object({ ...underId.shape, external_control_id: z.int() });
const ofConsole = '/projects/:id/controls/:control_id';
const inConsole = z.object({ ...underId.shape, control_id: z.int() });
const reads = { who: 'user', project: 'read_external_control' } as const;
const manages = { who: 'user', project: 'admin_external_control' } as const;

/** The signature stands for the caller; the order of what is refused is the handler's. */
const signed = {
  path: `${one}/status`,
  access: { who: 'anyone' },
  identifies: false,
  order: 'params-before-401',
  params: underControl,
  body: z.object({ status: verdict }),
  response: z.object({ status: verdict }).meta({ id: 'ExternalControlStatus' }),
  status: [200],
} as const;

export const externalControls = {
  list: defineEndpoint({
    id: 'externalControls.list',
    method: 'GET',
    path,
    summary: 'External controls of a project, in the order in which they were made',
    access: reads,
    params: underId,
    query: z.object(pageQuery),
    response: z.array(externalControl),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'externalControls.show',
    method: 'GET',
    path: one,
    summary: 'One external control; its secret is never told',
    access: reads,
    params: underControl,
    response: externalControl,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'externalControls.create',
    method: 'POST',
    path,
    summary: 'Add an external control; it is pinged at once where it wants pings',
    access: manages,
    params: underId,
    body: z.object({
      external_url: urlOf,
      secret_token: secretOf,
      external_control_name: nameOf.optional(),
      ...settings,
    }),
    response: externalControl,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'externalControls.update',
    method: 'PUT',
    path: one,
    summary: 'Change an external control; another address or secret is pinged at once',
    access: manages,
    params: underControl,
    body: z.object({
      external_url: urlOf.optional(),
      secret_token: secretOf.optional(),
      external_control_name: nameOf.nullable().optional(),
      ...settings,
    }),
    response: externalControl,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'externalControls.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete an external control with its history',
    access: manages,
    params: underControl,
    response: null,
    status: [204],
  }),
  setStatus: defineEndpoint({
    ...signed,
    id: 'externalControls.setStatus',
    method: 'POST',
    summary: 'Report the verdict of an external control, signed with its secret',
  }),
  setStatusByPatch: defineEndpoint({
    ...signed,
    id: 'externalControls.setStatusByPatch',
    method: 'PATCH',
    summary: 'Report the verdict of an external control, signed with its secret; as by POST',
  }),
  timeline: defineEndpoint({
    id: 'externalControls.timeline',
    method: 'GET',
    path: `${ofConsole}/timeline`,
    base: 'bff',
    summary: 'Pings, verdicts and time-outs of an external control, the newest first',
    access: reads,
    params: inConsole,
    query: z.object(pageQuery),
    response: z.array(controlEvent),
    status: [200],
    paginated: true,
  }),
  ping: defineEndpoint({
    id: 'externalControls.ping',
    method: 'POST',
    path: `${ofConsole}/ping`,
    base: 'bff',
    summary: 'Ask the service of an external control for its verdict now',
    access: { who: 'user', project: 'ping_external_control' },
    params: inConsole,
    response: externalControl,
    status: [201],
  }),
  check: defineEndpoint({
    id: 'externalControls.check',
    method: 'POST',
    path: `${ofConsole}/check`,
    base: 'bff',
    summary: 'Explain what is wrong with a signature; neither secret nor right signature is told',
    access: { who: 'user', project: 'ping_external_control' },
    params: inConsole,
    body: z.object({
      timestamp: z.string().max(1000),
      nonce: z.string().max(1000),
      status: verdict,
      signature: z.string().max(1000),
      project: z
        .string()
        .max(1000)
        .optional()
        .describe('The project as the path named it, decoded; its id where absent'),
    }),
    response: z
      .object({
        signed_text: z.string().describe('What has to be signed'),
        matches: z.boolean(),
        findings: z.array(z.enum(signatureFindings)),
      })
      .meta({ id: 'SignatureCheck' }),
    status: [200],
  }),
} as const;
