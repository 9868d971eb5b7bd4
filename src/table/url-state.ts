/** What every list keeps in the URL: plain strings, as the router parses them. */
export interface ListSearch {
  page?: string | undefined;
  per_page?: string | undefined;
  order_by?: string | undefined;
  sort?: 'asc' | 'desc' | undefined;
  search?: string | undefined;
  /** The saved view that the list was opened by. */
  view?: string | undefined;
  /** The row whose panel is open. */
  row?: string | undefined;
}

export type ListSearchWith<F extends string> = ListSearch & Partial<Record<F, string | undefined>>;

const sorts: readonly unknown[] = ['asc', 'desc'];
const positive = /^[1-9]\d{0,8}$/;

export const pageSizes = [20, 50, 100] as const;
const defaultPageSize = 50;

/** Of a search the list's own keys and the named filters; the rest is dropped. */
export function readListSearch<const F extends string = never>(
  raw: Readonly<Record<string, unknown>>,
  filters: readonly F[] = [],
): ListSearchWith<F> {
  const kept: Record<string, string> = {};
  for (const name of ['order_by', 'search', 'view', 'row', ...filters]) {
    const value = raw[name];
    if (typeof value === 'string' && value !== '') kept[name] = value;
  }
  for (const name of ['page', 'per_page']) {
    const value = raw[name];
    if (typeof value === 'string' && positive.test(value)) kept[name] = value;
  }
  if (sorts.includes(raw.sort)) kept.sort = String(raw.sort);
  // Safe: only declared keys were copied, and `sort` is one of its two values.
  return kept as ListSearchWith<F>;
}

/** Page and size for the API. */
export function pageInput(search: ListSearch): { page: number; per_page: number } {
  return {
    page: Number(search.page ?? 1),
    per_page: Math.min(Number(search.per_page ?? defaultPageSize), 100),
  };
}

/** One of `values`, else nothing: a URL may hold anything. */
export function oneOf<const V extends string>(
  values: readonly V[],
  value: string | undefined,
): V | undefined {
  return values.find((candidate) => candidate === value);
}

/** The change of sorting that a press on a column's head makes. */
export function toggledSort(
  search: ListSearch,
  column: string,
): Pick<ListSearch, 'order_by' | 'sort' | 'page'> {
  const isDescending = search.order_by === column && search.sort !== 'asc';
  return { order_by: column, sort: isDescending ? 'asc' : 'desc', page: undefined };
}

const notFilters = new Set(['page', 'per_page', 'order_by', 'sort', 'view', 'row']);

/** Names of the search that decide which rows there are: the text and the filters. */
export const filterNames = (search: ListSearch): string[] =>
  Object.entries(search).flatMap(([name, value]) =>
    value !== undefined && !notFilters.has(name) ? [name] : [],
  );

/** What of a search a saved view keeps: all but the place in the pages. */
export function viewOf(search: ListSearch): Record<string, string> {
  const kept = Object.entries(search).filter(
    ([name, value]) => value !== undefined && !['page', 'view', 'row'].includes(name),
  );
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A list that is typed with commas. */
export const listed = (text: string): string[] => text.split(',').map((item) => item.trim());

/** A day of the URL as the moment that it begins at. */
export const momentOf = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
