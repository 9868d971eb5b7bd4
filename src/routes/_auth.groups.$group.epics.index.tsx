import { createFileRoute } from '@tanstack/react-router';
import { EpicsPage } from '../features/epics/epics-page.tsx';
import { epicFilters } from '../features/epics/filters.ts';
import { prepareEpics } from '../features/epics/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/groups/$group/epics/')({
  validateSearch: (search) => readListSearch(search, epicFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params: { group }, deps: search }) =>
    prepareEpics(queryClient, user, { group, search }),
  component: EpicsPage,
});
