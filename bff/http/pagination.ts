import type { Context } from 'hono';
import type { Page } from '#contract/common.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Slice } from '../db/page.ts';
import { wayNotAllowed } from '../errors.ts';
import { keysetOf, writeCursor } from './keyset.ts';

const maxPerPage = 100;
/** Rows that a list may skip where it can also go on from a row. */
const maxOffset = 50_000;
const longestLink = 8192;

export interface Paging extends Slice {
  page: number;
}

/** Page and size as a list uses them: at least page 1, at most 100 rows. */
export function pagingOf(query: Readonly<Record<string, unknown>>, endpoint: Endpoint): Paging {
  const page = Math.max(1, typeof query.page === 'number' ? query.page : 1);
  const asked = typeof query.per_page === 'number' ? query.per_page : 20;
  const perPage = asked < 1 ? 20 : Math.min(asked, maxPerPage);
  // Beyond it the databases would be handed a number that is no integer.
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const withTotal = query.with_total === true;
  if (endpoint.keyset === undefined) return { page, perPage, offset, withTotal };
  const keyset = keysetOf(query, endpoint.keyset);
  if (keyset !== undefined) return { page: 1, perPage, offset: 0, keyset };
  if (page * perPage > maxOffset) {
    throw wayNotAllowed(
      `Offset pagination has a maximum allowed offset of ${maxOffset} for this type of request. Remaining records can be retrieved using keyset pagination.`,
    );
  }
  return { page, perPage, offset, withTotal };
}

/** Names under which a request carries a credential. */
export const credentials: ReadonlySet<string> = new Set([
  'private_token',
  'access_token',
  'job_token',
  'token',
]);

/** Sets the paging headers of one page; `raw` holds what the caller sent, path included. */
export function setPagingHeaders(
  c: Context,
  page: Page<unknown>,
  request: { paging: Paging; publicUrl: string; params: Readonly<Record<string, unknown>> },
): void {
  const { paging } = request;
  if (page.ignored !== undefined) c.header('X-Ignored-Parameters', page.ignored.join(', '));
  if (paging.keyset !== undefined) {
    if (page.next === undefined) return;
    const cursor = writeCursor(page.next);
    c.header('Link', linkTo(c, request)({ cursor, per_page: paging.perPage }, 'next'));
    return;
  }
  const total = page.total;
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / paging.perPage));
  const hasNext = last === undefined ? page.rows.length === paging.perPage : paging.page < last;
  const next = hasNext ? paging.page + 1 : undefined;
  const previous =
    paging.page > 1 && (last === undefined || paging.page <= last) ? paging.page - 1 : undefined;

  c.header('X-Page', String(paging.page));
  c.header('X-Per-Page', String(paging.perPage));
  c.header('X-Next-Page', next === undefined ? '' : String(next));
  c.header('X-Prev-Page', previous === undefined ? '' : String(previous));
  if (last !== undefined) {
    c.header('X-Total', String(total));
    c.header('X-Total-Pages', String(last));
  } else c.header('X-Total-Omitted', 'more than 10000');

  const to = linkTo(c, request);
  const link = (at: number, rel: string) => to({ page: at, per_page: paging.perPage }, rel);
  const links = [
    previous === undefined ? undefined : link(previous, 'prev'),
    next === undefined ? undefined : link(next, 'next'),
    link(1, 'first'),
    last === undefined ? undefined : link(last, 'last'),
  ];
  const whole = links.filter((part) => part !== undefined).join(', ');
  // Clients break off an answer with a large header: then it tells the one link that they follow.
  if (whole.length <= longestLink) c.header('Link', whole);
  else if (next !== undefined) c.header('Link', link(next, 'next'));
}

const placing = new Set(['page', 'per_page', 'cursor']);

/** Makes links to other places of the same list, with all else that was asked. */
function linkTo(
  c: Context,
  { publicUrl, params }: { publicUrl: string; params: Readonly<Record<string, unknown>> },
) {
  const [path, search] = splitUrl(c.req.url);
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => !credentials.has(name) && !placing.has(name),
  );
  for (const [name, value] of Object.entries(params)) kept.push([name, String(value)]);
  return (place: Readonly<Record<string, string | number>>, rel: string) => {
    const pairs = [...kept];
    for (const [name, value] of Object.entries(place)) pairs.push([name, String(value)]);
    pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const query = pairs
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    return `<${publicUrl}${path}?${query}>; rel="${rel}"`;
  };
}

/** Path and query of a request URL, both as sent. */
function splitUrl(url: string): [string, string] {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const at = url.indexOf('?');
  return [url.slice(start, at === -1 ? undefined : at), at === -1 ? '' : url.slice(at + 1)];
}
