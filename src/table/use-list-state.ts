import { useNavigate } from '@tanstack/react-router';
import { parseSearch } from '../lib/search-params.ts';
import type { ListState } from './data-table.tsx';
import type { ListSearch } from './url-state.ts';

/** The list's state: what the route's search holds, and a change that goes to the URL. */
export function useListState(search: ListSearch): ListState {
  const navigate = useNavigate();
  const go = (next: object | ((now: ListSearch) => object), replace: boolean) =>
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
    // Added to what the address says by now: the change before may still be on its way.
    set: (change) => go((now) => ({ ...now, ...change }), 'search' in change),
    open: (query) => go(parseSearch(query), search.view !== undefined && query !== ''),
  };
}
