import { getRouteApi } from '@tanstack/react-router';
import { LabelsPage } from './labels-page.tsx';

const projectRoute = getRouteApi('/_auth/projects/$project/labels');
const groupRoute = getRouteApi('/_auth/groups/$group/labels');

/** Labels of a project. */
export function ProjectLabels() {
  const { project } = projectRoute.useParams();
  return <LabelsPage place={{ kind: 'project', id: project }} search={projectRoute.useSearch()} />;
}

/** Labels of a group. */
export function GroupLabels() {
  const { group } = groupRoute.useParams();
  return <LabelsPage place={{ kind: 'group', id: group }} search={groupRoute.useSearch()} />;
}
