import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { UploadsOf } from '../../ui/markdown.tsx';
import { TrackerOf } from '../../ui/references.tsx';
import { projectShown, trackerOf } from './queries.ts';

/** What all screens of a project have in common: what their texts refer to. */
export function ProjectPlace() {
  const { project = '' } = useParams({ strict: false });
  const { data } = useSuspenseQuery(projectShown(project));
  // Texts are worth reading before it is known where they lead.
  const { data: found } = useQuery(trackerOf(project));
  return (
    <UploadsOf value={data.id}>
      <TrackerOf value={found?.tracker ?? undefined}>
        <Outlet />
      </TrackerOf>
    </UploadsOf>
  );
}
