import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { enqueue } from '../jobs/queue.ts';
import type { Answer, TestApp } from './test-app.ts';
import { fresh, type Workshop } from './workshop.ts';

/** A control whose service a test plays. */
export interface Signer {
  /** The project as the path names it: an id or a full path. */
  project: string;
  id: number;
  secret: string;
}

export interface SignedParts {
  status?: string;
  timestamp?: string;
  nonce?: string;
  signature?: string;
}

const run = promisify(execFile);

/** What a program of a service says, which finds its secret in the environment. */
export async function runWithSecret(
  command: string,
  words: readonly string[],
  secret: string,
): Promise<string> {
  const env = { PATH: process.env.PATH, CONTROL_SECRET: secret };
  return (await run(command, [...words], { env })).stdout.trim();
}

/** 32 characters that nobody else sends. */
export const freshNonce = (): string => randomBytes(16).toString('hex');

/** Headers of a signed call, as any client would make them from the documentation. */
export function signedHeaders(
  app: { clock: Pick<TestApp['clock'], 'now'> },
  { project, id, secret }: Signer,
  parts: SignedParts = {},
): Record<string, string> {
  const { status = 'pass', nonce = freshNonce() } = parts;
  const timestamp = parts.timestamp ?? String(Math.floor(app.clock.now() / 1000));
  const path = `/api/v4/projects/${project}/compliance_external_controls/${id}/status`;
  const text = `${timestamp}${nonce}${path}status=${status}`;
  return {
    'X-Service-Timestamp': timestamp,
    'X-Service-Nonce': nonce,
    'X-Service-Hmac-Sha256':
      parts.signature ?? createHmac('sha256', secret).update(text).digest('hex'),
  };
}

/** Reports a verdict. */
export const report = (app: TestApp, signer: Signer, parts: SignedParts = {}): Promise<Answer> =>
  app.call(
    `POST /projects/${encodeURIComponent(signer.project)}/compliance_external_controls/${signer.id}/status`,
    { json: { status: parts.status ?? 'pass' }, headers: signedHeaders(app, signer, parts) },
  );

/** A control of a project that nobody pings. */
export async function newControl(
  app: TestApp,
  { path, owner, project }: Workshop,
  more: object = {},
): Promise<Signer> {
  const secret = 'the harbour is ours';
  const external_url = `https://${fresh('scan')}.example.test/`;
  const made = await app.call(`POST ${path}/compliance_external_controls`, {
    token: owner.token,
    json: { external_url, secret_token: secret, ping_enabled: false, ...more },
  });
  if (made.status !== 201) throw new Error(made.text);
  return { project: String(project.id), id: made.json.id, secret };
}

/** The time of a control is over whose service took a ping and said nothing. */
export async function letTimeOut(app: TestApp, id: number): Promise<void> {
  await app.deps.db
    .updateTable('external_controls')
    .set({ times_out_at: new Date(app.clock.now()).toISOString() })
    .where('id', '=', id)
    .execute();
  await enqueue(app.ctx, 'tend_controls', {}, { dedup: 'clock' });
  await app.drain();
}
