import { useNavigate } from '@tanstack/react-router';
import { parseSearch } from '../lib/search-params.ts';
import type { ListState } from './data-table.tsx';
import type { ListSearch } from './url-state.ts';

/** The list's state: what the route's search holds, and a change that goes to the URL. */
export function useListState(search: ListSearch): ListState {
  const navigate = useNavigate();
  const go = (next: object, replace: boolean) =>
    void navigate({
      to: '.',
      // Safe: `.` is the route whose search this is; the router cannot know its type here.
      search: next as never,
      replace,
      resetScroll: false,
    });
  return {
    search,
    // A new search is a better question, not a new place; pages and filters are places.
    set: (change) => go({ ...search, ...change }, 'search' in change),
    open: (query) => go(parseSearch(query), search.view !== undefined && query !== ''),
  };
}
