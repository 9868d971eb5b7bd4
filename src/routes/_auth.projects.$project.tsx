import { createFileRoute } from '@tanstack/react-router';
import { projectShown } from '../features/projects/queries.ts';
import { projectCrumbs } from '../features/shell/crumbs.ts';

export const Route = createFileRoute('/_auth/projects/$project')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(projectShown(params.project));
  },
  staticData: {
    section: 'project',
    crumbs: ({ project = '' }) => projectCrumbs(project),
  },
});
