import { getRouteApi } from '@tanstack/react-router';
import { MilestonesPage } from './milestones-page.tsx';

const projectRoute = getRouteApi('/_auth/projects/$project/milestones');
const groupRoute = getRouteApi('/_auth/groups/$group/milestones');

/** Milestones of a project. */
export function ProjectMilestones() {
  const { project } = projectRoute.useParams();
  return (
    <MilestonesPage place={{ kind: 'project', id: project }} search={projectRoute.useSearch()} />
  );
}

/** Milestones of a group. */
export function GroupMilestones() {
  const { group } = groupRoute.useParams();
  return <MilestonesPage place={{ kind: 'group', id: group }} search={groupRoute.useSearch()} />;
}
