import { getRouteApi } from '@tanstack/react-router';
import { ExportsPage } from './exports-page.tsx';

const route = getRouteApi('/_auth/projects/$project/exports');

/** One's own exports of a project. */
export function ProjectExportsPage() {
  const { project } = route.useParams();
  return <ExportsPage place={{ kind: 'project', path: project }} search={route.useSearch()} />;
}
