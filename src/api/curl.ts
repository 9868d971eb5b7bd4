import type { Endpoint } from '#contract/endpoint.ts';
import { requestOf } from './client.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The shell command that makes a call; the token comes from the environment. */
export function curlOf(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  origin: string,
): string {
  const { url, body } = requestOf(endpoint, input);
  const parts = ['curl', '--globoff', '--header "PRIVATE-TOKEN: $QUARTERDECK_TOKEN"'];
  if (endpoint.method !== 'GET') parts.push(`--request ${endpoint.method}`);
  if (body !== undefined) {
    parts.push(`--header ${quoted('Content-Type: application/json')}`, `--data ${quoted(body)}`);
  }
  return [...parts, quoted(origin + url)].join(' ');
}
