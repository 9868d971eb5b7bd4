import type { Context } from 'hono';
import type { Page } from '#contract/common.ts';

const maxPerPage = 100;

export interface Paging {
  page: number;
  perPage: number;
  offset: number;
}

/** Page and size as a list uses them: at least page 1, at most 100 rows. */
export function pagingOf(query: Readonly<Record<string, unknown>>): Paging {
  const page = Math.max(1, typeof query.page === 'number' ? query.page : 1);
  const asked = typeof query.per_page === 'number' ? query.per_page : 20;
  const perPage = asked < 1 ? 20 : Math.min(asked, maxPerPage);
  // Beyond it the databases would be handed a number that is no integer.
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  return { page, perPage, offset };
}

const credentials = new Set(['private_token', 'access_token', 'job_token', 'token']);

/** Sets the paging headers of one page; `raw` holds what the caller sent, path included. */
export function setPagingHeaders(
  c: Context,
  page: Page<unknown>,
  request: { paging: Paging; publicUrl: string; params: Readonly<Record<string, unknown>> },
): void {
  const { paging, publicUrl, params } = request;
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
  }

  const [path, search] = splitUrl(c.req.url);
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => !credentials.has(name) && name !== 'page' && name !== 'per_page',
  );
  for (const [name, value] of Object.entries(params)) kept.push([name, String(value)]);
  const link = (to: number, rel: string) => {
    const pairs: [string, string][] = [
      ...kept,
      ['page', String(to)],
      ['per_page', String(paging.perPage)],
    ];
    pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const query = pairs
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    return `<${publicUrl}${path}?${query}>; rel="${rel}"`;
  };
  const links = [
    previous === undefined ? undefined : link(previous, 'prev'),
    next === undefined ? undefined : link(next, 'next'),
    link(1, 'first'),
    last === undefined ? undefined : link(last, 'last'),
  ];
  c.header('Link', links.filter((part) => part !== undefined).join(', '));
}

/** Path and query of a request URL, both as sent. */
function splitUrl(url: string): [string, string] {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const at = url.indexOf('?');
  return [url.slice(start, at === -1 ? undefined : at), at === -1 ? '' : url.slice(at + 1)];
}
