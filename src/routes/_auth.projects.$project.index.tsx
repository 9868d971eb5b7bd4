import { createFileRoute } from '@tanstack/react-router';
import { ProjectOverview } from '../features/projects/project-overview.tsx';
import { prepareOverview } from '../features/projects/queries.ts';
import { prepareReadme } from '../features/repository/queries.ts';
import { ProjectReadme } from '../features/repository/readme.tsx';

function ProjectHome() {
  const { project } = Route.useParams();
  return <ProjectOverview readme={<ProjectReadme path={project} />} />;
}

export const Route = createFileRoute('/_auth/projects/$project/')({
  loader: async ({ context: { queryClient, user }, params: { project } }) => {
    await Promise.all([
      prepareOverview(queryClient, user, project),
      prepareReadme(queryClient, user, project),
    ]);
  },
  component: ProjectHome,
});
