import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import type { Endpoint, InputOf, ResponseOf } from '#contract/endpoint.ts';
import { listOf, type PageOf, queryClient } from '../api/client.ts';

type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never;

type PageQuery = UseQueryOptions<PageOf<unknown>, Error, PageOf<unknown>, QueryKey>;

/** The list call of a screen: what is asked, and the rows of its answer. */
export interface ListQuery<Row> {
  readonly endpoint: Endpoint;
  readonly input: Readonly<Record<string, unknown>>;
  /** Query options of the page that the input asks for. */
  readonly options: PageQuery;
  readonly rowsOf: (page: PageOf<unknown>) => PageOf<Row>;
}

/** The query of a list; `pick` narrows its rows where an endpoint answers with several kinds. */
export function listQuery<const E extends Endpoint, Row = RowOf<E>>(
  endpoint: E,
  input: InputOf<E>,
  pick?: (rows: readonly RowOf<E>[]) => readonly Row[],
): ListQuery<Row> {
  return {
    endpoint,
    input,
    // Safe: the same options; who reads them gets the rows through `rowsOf`.
    options: listOf(endpoint, input) as unknown as PageQuery,
    rowsOf: (page) => {
      // Safe: the options above read this endpoint.
      const rows = page.rows as readonly RowOf<E>[];
      const whole = endpoint.paginated !== true && { total: rows.length, perPage: rows.length };
      // Safe: without `pick` the row is the endpoint's own.
      return { ...page, ...whole, rows: pick ? pick(rows) : (rows as readonly unknown[] as Row[]) };
    },
  };
}

/** The shown page. While the next one is on its way, the one before stays. */
export function useListPage<Row>(query: ListQuery<Row>) {
  return useQuery({ ...query.options, select: query.rowsOf, placeholderData: keepPreviousData });
}

/** How long a screen waits for its rows before it shows their places. */
const patience = 250;

/** For loaders: asks for the page and waits a little; what fails is shown by the list itself. */
export async function prepareList(client: QueryClient, query: ListQuery<unknown>): Promise<void> {
  const tired = new Promise<void>((resolve) => {
    setTimeout(resolve, patience);
  });
  await Promise.race([client.prefetchQuery(query.options), tired]);
}

/** Every row of the list, page after page, the shown filters and order kept. */
export async function* allPages<Row>(
  query: ListQuery<Row>,
  signal: AbortSignal,
): AsyncGenerator<PageOf<Row>> {
  let next: number | undefined = 1;
  while (next !== undefined) {
    signal.throwIfAborted();
    const isPaged: boolean = query.endpoint.paginated === true;
    const input = { ...query.input, ...(isPaged && { page: next, per_page: 100 }) };
    // Safe: the list's own input with another page.
    const { options, rowsOf } = {
      ...listQuery(query.endpoint, input as never),
      rowsOf: query.rowsOf,
    };
    const page: PageOf<Row> = rowsOf(
      await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 }),
    );
    yield page;
    next = isPaged ? page.nextPage : undefined;
  }
}
