import { fullPath } from '#contract/endpoint.ts';
import { DomainError } from '../errors.ts';
import type { Api } from './mount.ts';

const everyVerb = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Answers verbs that a known path does not have: OPTIONS 204, anything else 405, with `Allow`. */
export function refuseOtherVerbs(api: Api): void {
  const verbs = new Map<string, Set<string>>();
  for (const endpoint of api.mounted) {
    const path = fullPath(endpoint);
    const known = verbs.get(path) ?? new Set(['OPTIONS']);
    known.add(endpoint.method);
    if (endpoint.method === 'GET') known.add('HEAD');
    verbs.set(path, known);
  }
  const patterns = [...verbs].map(([path, known]) => ({ path, known, parts: path.split('/') }));
  // A word may stand where another path has an id: the word is looked at first, with both's verbs.
  const isParameter = (part: string) => part.startsWith(':');
  const freedom = (parts: readonly string[]) => parts.filter(isParameter).length;
  patterns.sort((a, b) => freedom(a.parts) - freedom(b.parts));
  for (const { path, parts } of patterns) {
    const covering = patterns.filter(
      (other) =>
        other.parts.length === parts.length &&
        other.parts.every((part, index) => isParameter(part) || part === parts[index]),
    );
    const allow = [...new Set(covering.flatMap(({ known }) => [...known]))].sort();
    api.hono.all(path, (c) => {
      if (c.req.method !== 'OPTIONS') throw new DomainError({ kind: 'wrong_verb', allow });
      const headers: Record<string, string> = { Allow: allow.join(', ') };
      if (c.req.header('origin') !== undefined) {
        headers['Access-Control-Allow-Methods'] = everyVerb;
        headers['Access-Control-Allow-Headers'] =
          c.req.header('access-control-request-headers') ?? '*';
        headers['Access-Control-Max-Age'] = '7200';
      }
      return c.body(null, 204, headers);
    });
  }
}
