import { formatNumber } from '../lib/format.ts';

/** Words of lists. */
export const tableWords = {
  rowsPerPage: 'Rows per page',
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,
  previous: 'Previous page',
  next: 'Next page',
  range: (from: number, to: number) => `${formatNumber(from)}–${formatNumber(to)}`,
  of: 'of',
  many: (count: number) => `more than ${formatNumber(count)}`,
  nothingFound: 'Nothing matches',
  nothingFoundHelp: 'No row fits the search and the filters.',
  clearFilters: 'Clear all',
  removeFilter: (name: string) => `Remove the filter ${name}`,
  search: 'Search',
} as const;
