import { createFileRoute } from '@tanstack/react-router';
import { NewProjectPage } from '../features/projects/project-form.tsx';
import { groupShown } from '../features/projects/queries.ts';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/new')({
  validateSearch: (search): { group?: string | undefined } => ({ group: text(search.group) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { group } }) => {
    if (group !== undefined) await context.queryClient.ensureQueryData(groupShown(group));
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.projects, link: { to: '/projects' } },
      { label: common.navigation.newProject },
    ],
  },
  component: NewProjectPage,
});
