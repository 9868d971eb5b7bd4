import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { projectList } from '../features/projects/queries.ts';
import { listSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/')({
  validateSearch: listSearch('membership', 'visibility', 'archived'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await context.queryClient.ensureQueryData(projectList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.projects }] },
  component: ProjectsPage,
});
