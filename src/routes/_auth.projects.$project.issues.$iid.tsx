import { createFileRoute } from '@tanstack/react-router';
import { IssuePage } from '../features/issues/issue-page.tsx';
import { prepareIssue } from '../features/issues/queries.ts';
import { timelineFilters } from '../planning/timeline-filters.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/issues/$iid')({
  validateSearch: (search) => readListSearch(search, timelineFilters),
  loader: ({ context, params: { project, iid } }) =>
    prepareIssue(context.queryClient, { project, iid: Number(iid) }),
  staticData: { crumbs: ({ iid = '' }) => [{ label: `#${iid}` }] },
  component: IssuePage,
});
