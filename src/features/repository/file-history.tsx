import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CommitList } from './commit-list.tsx';
import { projectOf, refOf } from './queries.ts';

const fileRoute = getRouteApi('/_auth/projects/$project/files/$path');
const route = getRouteApi('/_auth/projects/$project/files/$path/history');

/** Commits that changed a file. */
export function FileHistory() {
  const { project: id, path } = fileRoute.useParams();
  const search = route.useSearch();
  const { data: project } = useSuspenseQuery(projectOf(id));
  return (
    <CommitList project={id} refName={refOf(project, search.ref)} search={search} path={path} />
  );
}
