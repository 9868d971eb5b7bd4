import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { projectList } from '../features/projects/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/')({
  validateSearch: (search) => readListSearch(search, ['membership', 'visibility', 'archived']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, projectList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.projects }] },
  component: ProjectsPage,
});
