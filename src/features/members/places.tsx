import { getRouteApi } from '@tanstack/react-router';
import { MembersPage } from './members-page.tsx';

const projectRoute = getRouteApi('/_auth/projects/$project/members');
const groupRoute = getRouteApi('/_auth/groups/$group/members');

/** Members of a project. */
export function ProjectMembers() {
  const { project } = projectRoute.useParams();
  return (
    <MembersPage place={{ kind: 'project', id: project }} search={projectRoute.useSearch()} />
  );
}

/** Members of a group. */
export function GroupMembers() {
  const { group } = groupRoute.useParams();
  return <MembersPage place={{ kind: 'group', id: group }} search={groupRoute.useSearch()} />;
}
