import { createHmac } from 'node:crypto';
import type { Verdict } from '#contract/external-controls.ts';

/** Exactly so long: else what is signed could be cut at another place. */
export const nonceCharacters = 32;
/** Older calls are refused. */
export const windowSeconds = 15;

/** What a call is signed over. Headers come byte by byte, as the characters 0 to 255. */
export interface SignedCall {
  timestamp: string;
  nonce: string;
  /** The project as the path named it, decoded. */
  project: string;
  controlId: number;
  status: Verdict;
}

/** The path that is signed: always with this beginning, whatever the server's address is. */
export const signedPath = ({ project, controlId }: SignedCall): string =>
  `/api/v4/projects/${project}/compliance_external_controls/${controlId}/status`;

/** The text that is signed: its parts without anything between them. */
export const signedText = (call: SignedCall): string =>
  `${call.timestamp}${call.nonce}${signedPath(call)}status=${call.status}`;

/** HMAC-SHA256 in lower-case hex. */
export const hmac = (secret: string, text: string | Uint8Array): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** The right signature of a call. */
export const signatureOf = (secret: string, call: SignedCall): string =>
  hmac(
    secret,
    Buffer.concat([
      Buffer.from(call.timestamp + call.nonce, 'latin1'),
      Buffer.from(`${signedPath(call)}status=${call.status}`),
    ]),
  );

/** Unix seconds in digits alone; undefined for anything else and for 0. */
export function secondsOf(timestamp: string): number | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  return Number(timestamp) || undefined;
}
