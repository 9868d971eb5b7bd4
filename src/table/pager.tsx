import IconChevronLeft from '@tabler/icons-react/icons/IconChevronLeft';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import type { PageOf } from '../api/client.ts';
import { formatNumber } from '../lib/format.ts';
import { tableWords } from '../words/table.ts';
import type { ListState } from './data-table.tsx';
import classes from './table.module.css';
import { pageSizes } from './url-state.ts';

/** What of how many rows is shown, rows per page, and the pages. */
export function Pager({ page, state }: { page: PageOf<unknown>; state: ListState }) {
  const { total, perPage, rows } = page;
  const first = (page.page - 1) * perPage + 1;
  const last = first + rows.length - 1;
  const pageCount = total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage));
  const isLast = pageCount === undefined ? page.nextPage === undefined : page.page >= pageCount;
  // A list that the server never parts has no size of a page.
  const isWhole = total === perPage && !pageSizes.some((size) => size === perPage);
  const go = (to: number) => state.set({ page: to === 1 ? undefined : String(to) });
  return (
    <div className={classes.pager}>
      <span>
        <strong>{tableWords.range(rows.length === 0 ? 0 : first, last)}</strong> {tableWords.of}{' '}
        <strong>{total === undefined ? tableWords.many(10_000) : formatNumber(total)}</strong>
      </span>
      {!isWhole && (
        <label className={classes.size}>
          {tableWords.rowsPerPage}
          <select
            value={perPage}
            onChange={(event) => state.set({ per_page: event.target.value, page: undefined })}
          >
            {[...new Set([...pageSizes, perPage])].map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      <nav className={classes.pages} aria-label={tableWords.pages}>
        <button
          type="button"
          data-step
          disabled={page.page <= 1}
          aria-label={tableWords.previous}
          onClick={() => go(page.page - 1)}
        >
          <IconChevronLeft aria-hidden size={16} />
        </button>
        {pagesAround(page.page, pageCount ?? page.page).map((number) => (
          <button
            key={number}
            type="button"
            aria-label={tableWords.page(number)}
            aria-current={number === page.page ? 'page' : undefined}
            onClick={() => go(number)}
          >
            {number}
          </button>
        ))}
        <button
          type="button"
          data-step
          disabled={isLast}
          aria-label={tableWords.next}
          onClick={() => go(page.page + 1)}
        >
          <IconChevronRight aria-hidden size={16} />
        </button>
      </nav>
    </div>
  );
}

/** The first, the last, and those beside the current one. */
export function pagesAround(current: number, last: number): number[] {
  const near = [1, current - 1, current, current + 1, last];
  return [...new Set(near)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
}
