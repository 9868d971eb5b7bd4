import type { signatureFindings, Verdict } from '#contract/external-controls.ts';
import type { Ctx } from '../../context.ts';
import { sameSecret } from '../../secrets.ts';
import type { Project } from '../projects/rules.ts';
import { wasNonceTaken } from './repository.ts';
import { getControl } from './rules.ts';
import {
  hmac,
  nonceCharacters,
  secondsOf,
  type SignedCall,
  signedPath,
  signedText,
  windowSeconds,
} from './signature.ts';
import { nonceMilliseconds } from './status-rules.ts';

type Finding = (typeof signatureFindings)[number];

export interface Checked {
  timestamp: string;
  nonce: string;
  status: Verdict;
  signature: string;
  project?: string | undefined;
}

/**
 * Looks at a signature as the status call would, and finds out what its maker did differently.
 * It tells no signature and uses no nonce up.
 */
export async function checkSignature(
  ctx: Ctx,
  { project, id }: { project: Project; id: number },
  given: Checked,
): Promise<{ signed_text: string; matches: boolean; findings: Finding[] }> {
  const control = await getControl(ctx, project, id);
  const call: SignedCall = {
    timestamp: given.timestamp,
    nonce: given.nonce,
    project: given.project ?? String(project.id),
    controlId: id,
    status: given.status,
  };
  // In headers it is bytes, here it is text.
  const nonce = Buffer.from(given.nonce).toString('latin1');
  const secret = ctx.secrets.decrypt(control.encrypted_secret);
  const matches = sameSecret(given.signature, hmac(secret, signedText(call)));
  const since = ctx.clock.now() - nonceMilliseconds;
  const isUsed = await wasNonceTaken(ctx.db, { nonce, since });
  return {
    signed_text: signedText(call),
    matches,
    findings: [
      ...timeFindings(ctx, given.timestamp),
      ...(nonce.length === nonceCharacters ? [] : (['nonce_length'] as const)),
      ...(isUsed ? (['nonce_used'] as const) : []),
      ...(matches ? [] : [mistakeOf({ secret, call, signature: given.signature, ctx, project })]),
    ],
  };
}

function timeFindings(ctx: Ctx, timestamp: string): Finding[] {
  const seconds = secondsOf(timestamp);
  const instant = Math.floor(ctx.clock.now() / 1000);
  if (seconds === undefined) return ['timestamp_invalid'];
  if (seconds > instant) return ['timestamp_future'];
  return instant - seconds >= windowSeconds ? ['timestamp_expired'] : [];
}

interface Puzzle {
  secret: string;
  call: SignedCall;
  signature: string;
  ctx: Ctx;
  project: Project;
}

/** The first mistake that explains a signature. */
function mistakeOf(puzzle: Puzzle): Finding {
  const { secret, call, signature } = puzzle;
  const right = hmac(secret, signedText(call));
  const inBase64 = Buffer.from(right, 'hex').toString('base64');
  if (sameSecret(signature.toLowerCase(), right)) return 'signature_upper_case';
  if (sameSecret(signature, inBase64)) return 'signature_base64';
  const given = signature.toLowerCase();
  const isSigned = (by: string, text: string) => sameSecret(given, hmac(by, text));
  if (!/^[0-9a-f]{64}$/.test(given)) return 'signature_not_hex';
  const text = signedText(call);
  const newlines = [`${secret}\n`, `${secret}\r\n`, secret.trim()];
  if (newlines.some((other) => isSigned(other, text))) return 'secret_with_newline';
  for (const [finding, texts] of otherTexts(puzzle)) {
    if (texts.some((other) => isSigned(secret, other))) return finding;
  }
  return 'secret_or_text_differs';
}

/** What people sign in place of the right text. */
function otherTexts({ call, ctx, project }: Puzzle): [Finding, string[]][] {
  const { timestamp, nonce, status } = call;
  const path = signedPath(call);
  const tail = `status=${status}`;
  const of = (change: Partial<SignedCall>) => signedText({ ...call, ...change });
  const withPath = (other: string) => `${timestamp}${nonce}${other}${tail}`;
  const json = [`{"status":"${status}"}`, `{"status": "${status}"}`];
  const separators = ['\n', '.', ':', '|', ',', '-', ' ', '&', ';'];
  const encoded = [call.project, project.full_path].map(encodeURIComponent);
  const forms = [String(project.id), project.full_path];
  const parts = [timestamp, nonce, path, tail];
  return [
    ['signed_project_form', forms.map((form) => of({ project: form }))],
    ['signed_encoded_path', encoded.map((form) => of({ project: form }))],
    ['signed_without_prefix', [withPath(path.slice('/api/v4'.length)), withPath(path.slice(1))]],
    ['signed_url', [withPath(ctx.publicUrl + path), withPath(`${path}?`)]],
    ['signed_status_alone', [`${timestamp}${nonce}${path}${status}`]],
    ['signed_json_body', json.flatMap((body) => [`${timestamp}${nonce}${path}${body}`, body])],
    ['signed_other_verdict', [of({ status: status === 'pass' ? 'fail' : 'pass' })]],
    ['signed_with_separators', separators.map((separator) => parts.join(separator))],
    ['signed_with_newline', [`${parts.join('')}\n`, `${parts.join('')}\r\n`]],
    [
      'signed_other_order',
      [
        [nonce, timestamp, path, tail],
        [timestamp, path, nonce, tail],
        [path, timestamp, nonce, tail],
        [path, tail, timestamp, nonce],
        [timestamp, nonce, tail, path],
      ].map((order) => order.join('')),
    ],
  ];
}
