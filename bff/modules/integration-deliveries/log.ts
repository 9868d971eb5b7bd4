import type { OutboundResponse } from '../../outbound/fetch.ts';
import type { EffectiveIntegration } from '../integrations/effective-rules.ts';
import type { Outgoing } from './kinds/kind.ts';

export interface LoggedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoggedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const mask = '*****';
const mostRequestBytes = 64 * 1024;
const mostAnswerBytes = 8 * 1024;
const mostHeaders = 50;
const longestHeader = 1024;
/** Whatever stands there opens something. */
const alwaysMasked = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);

export type Mask = (text: string) => string;

/** Replaces each secret of an integration, however it is spelt on the way. */
export function maskOf({ kind, settings }: Pick<EffectiveIntegration, 'kind' | 'settings'>): Mask {
  const spellings = kind.fields
    .filter((field) => field.type === 'secret')
    .flatMap((field) => {
      const value = settings[field.key];
      return typeof value === 'string' && value !== '' ? spellingsOf(value) : [];
    })
    // The longest first: a part of one must not leave the rest of it behind.
    .toSorted((a, b) => b.length - a.length);
  const distinct = [...new Set(spellings)];
  return (text) => distinct.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
}

function spellingsOf(value: string): string[] {
  // A token such as `abc:1` would pass for an address, too.
  const url = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  const parts =
    url === undefined
      ? value.split(':')
      : [value, url.pathname.slice(1), ...url.searchParams.values()];
  return [value, ...parts]
    .filter((part) => part !== '')
    .flatMap((part) => [
      part,
      encodeURIComponent(part),
      new URLSearchParams({ a: part }).toString().slice(2),
      JSON.stringify(part).slice(1, -1),
      Buffer.from(part).toString('base64'),
    ]);
}

const headersOf = (headers: Readonly<Record<string, string>>, hide: Mask) =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, mostHeaders)
      .map(([name, value]) => [
        name,
        alwaysMasked.has(name.toLowerCase()) ? mask : hide(value).slice(0, longestHeader),
      ]),
  );

/** The address as it may be shown: of a secret one the server alone. */
function urlOf(url: string, isSecret: boolean, hide: Mask): string {
  if (!URL.canParse(url)) return hide(url);
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return isSecret ? `${shown.origin}/${mask}` : hide(shown.href);
}

/** What is kept of a request. */
export function loggedRequest(
  request: Outgoing,
  { kind }: Pick<EffectiveIntegration, 'kind'>,
  hide: Mask,
): LoggedRequest {
  const isSecret = kind.fields.some((field) => field.key === 'webhook');
  const body = request.body === undefined ? '' : Buffer.from(request.body).toString('utf8');
  return {
    method: request.method ?? 'GET',
    url: urlOf(request.url, isSecret, hide),
    headers: headersOf(request.headers ?? {}, hide),
    body: hide(body).slice(0, mostRequestBytes),
  };
}

/** What is kept of an answer. */
export const loggedResponse = (response: OutboundResponse, hide: Mask): LoggedResponse => ({
  status: response.status,
  headers: headersOf(response.headers, hide),
  // U+0000 is no text to a database.
  body: hide(response.body.toString('utf8')).slice(0, mostAnswerBytes).replaceAll('\0', '\uFFFD'),
});
