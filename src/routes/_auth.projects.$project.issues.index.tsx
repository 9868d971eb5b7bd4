import { createFileRoute } from '@tanstack/react-router';
import { issueFilters } from '../features/issues/filters.ts';
import { IssuesPage } from '../features/issues/issues-page.tsx';
import { prepareIssues } from '../features/issues/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/issues/')({
  validateSearch: (search) => readListSearch(search, issueFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prepareIssues(context.queryClient, params.project, deps),
  component: IssuesPage,
});
