import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { UploadsOf } from '../../ui/markdown.tsx';
import { projectShown } from './queries.ts';

/** What all screens of a project have in common: their texts refer to its uploads. */
export function ProjectPlace() {
  const { project = '' } = useParams({ strict: false });
  const { data } = useSuspenseQuery(projectShown(project));
  return (
    <UploadsOf value={data.id}>
      <Outlet />
    </UploadsOf>
  );
}
