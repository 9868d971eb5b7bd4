import { createFileRoute } from '@tanstack/react-router';
import { ProjectPlace } from '../features/projects/project-place.tsx';
import { projectShown } from '../features/projects/queries.ts';
import { projectCrumbs } from '../features/shell/crumbs.ts';

export const Route = createFileRoute('/_auth/projects/$project')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(projectShown(params.project));
  },
  component: ProjectPlace,
  staticData: {
    section: 'project',
    crumbs: ({ project = '' }) => projectCrumbs(project),
  },
});
