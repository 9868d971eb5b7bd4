import { createFileRoute } from '@tanstack/react-router';
import { labelEventFilters } from '../features/label-events/filters.ts';
import { LabelEventsPage } from '../features/label-events/label-events-page.tsx';
import { prepareLabelEvents } from '../features/label-events/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/label-events')({
  validateSearch: (search) => readListSearch(search, labelEventFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { group }, deps: search }) =>
    prepareLabelEvents(queryClient, group, search),
  staticData: { crumbs: () => [{ label: common.navigation.labelEvents }] },
  component: LabelEventsPage,
});
