import type { Endpoint } from '#contract/endpoint.ts';
import { type RawCall, requestOf } from './client.ts';

/** A text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The shell command that makes a call; the token comes from the environment. */
export function curlOf(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  origin: string,
): string {
  const { url, body, headers } = requestOf(endpoint, input);
  const sent = { method: endpoint.method, url, ...(body !== undefined && { body }) };
  return curlLine(sent, origin, headers);
}

/** Likewise of a call that is made by hand; the parts of a form are sent one by one. */
export function curlLine(
  { method, url, body }: RawCall,
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const parts = ['curl', '--globoff', '--header "PRIVATE-TOKEN: $QUARTERDECK_TOKEN"'];
  if (method !== 'GET') parts.push(`--request ${method}`);
  for (const [name, value] of Object.entries(headers)) {
    parts.push(`--header ${quoted(`${name}: ${value}`)}`);
  }
  if (typeof body === 'string') {
    parts.push(`--header ${quoted('Content-Type: application/json')}`, `--data ${quoted(body)}`);
  } else if (body !== undefined) {
    for (const [name, value] of body) {
      // Of a text that begins with @ or < the plain option would make a file.
      const isFile = value instanceof File;
      const text = isFile ? `@${value.name}` : value;
      parts.push(`${isFile ? '--form' : '--form-string'} ${quoted(`${name}=${text}`)}`);
    }
  }
  return [...parts, quoted(origin + url)].join(' ');
}
