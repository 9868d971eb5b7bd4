import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../lib/search-params.ts';
import { pagesAround } from './pager.tsx';
import { filterNames, oneOf, pageInput, readListSearch, toggledSort, viewOf } from './url-state.ts';

test('a search stays text, and a repeated key is a list', () => {
  const search = parseSearch('?search=123&label=a&label=b&empty=');
  expect(search).toEqual({ search: '123', label: ['a', 'b'], empty: '' });
  expect(stringifySearch({ ...search, gone: undefined })).toBe(
    '?search=123&label=a&label=b&empty=',
  );
});

test('only the list’s own keys and its filters are kept', () => {
  const raw = { page: '2', per_page: '20', state: 'closed', sort: 'up', other: 'x', search: '' };
  expect(readListSearch(raw, ['state'])).toEqual({ page: '2', per_page: '20', state: 'closed' });
});

test('pages that are no pages are dropped', () => {
  expect(readListSearch({ page: '0', per_page: '-1' })).toEqual({});
  expect(pageInput({ page: '3', per_page: '5000' })).toEqual({ page: 3, per_page: 100 });
  expect(pageInput({})).toEqual({ page: 1, per_page: 50 });
});

test('a view keeps filters and order, not the place in the pages', () => {
  const search = { state: 'closed', search: 'x', sort: 'asc', page: '3', view: '7', row: '9' };
  expect(filterNames(readListSearch(search, ['state']))).toEqual(['search', 'state']);
  expect(Object.entries(viewOf(readListSearch(search, ['state'])))).toEqual([
    ['search', 'x'],
    ['sort', 'asc'],
    ['state', 'closed'],
  ]);
});

test('a value that is not offered is nothing', () => {
  expect(oneOf(['a', 'b'], 'b')).toBe('b');
  expect(oneOf(['a', 'b'], 'c')).toBeUndefined();
});

test('pressing a head sorts down, then up, and begins at the first page', () => {
  const down = toggledSort({ page: '4' }, 'name');
  expect(down).toEqual({ order_by: 'name', sort: 'desc', page: undefined });
  expect(toggledSort(down, 'name').sort).toBe('asc');
});

test('the pager shows the ends and the neighbours', () => {
  expect(pagesAround(5, 12)).toEqual([1, 4, 5, 6, 12]);
  expect(pagesAround(1, 1)).toEqual([1]);
});
