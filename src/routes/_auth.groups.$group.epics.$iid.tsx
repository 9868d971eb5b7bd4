import { createFileRoute } from '@tanstack/react-router';
import { EpicPage } from '../features/epics/epic-page.tsx';
import { prepareEpic } from '../features/epics/queries.ts';
import { timelineFilters } from '../planning/timeline-filters.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/groups/$group/epics/$iid')({
  validateSearch: (search) => readListSearch(search, timelineFilters),
  loader: ({ context: { queryClient, user }, params: { group, iid } }) =>
    prepareEpic(queryClient, user, { group, iid: Number(iid) }),
  staticData: { crumbs: ({ iid = '' }) => [{ label: `&${iid}` }] },
  component: EpicPage,
});
