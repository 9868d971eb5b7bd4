import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { projectList } from '../features/projects/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/')({
  validateSearch: (search) => readListSearch(search, ['membership', 'visibility', 'archived']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await context.queryClient.ensureQueryData(projectList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.projects }] },
  component: ProjectsPage,
});
