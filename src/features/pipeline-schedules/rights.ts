import { useSuspenseQuery } from '@tanstack/react-query';
import type { PipelineSchedule } from '#contract/schedule-record.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { projectOf } from './queries.ts';

/** What somebody may do with a schedule; a protected branch may be in the way besides. */
export interface Rights {
  /** It is theirs. */
  readonly own: boolean;
  readonly update: boolean;
  readonly play: boolean;
  /** Delete it, take it over. */
  readonly admin: boolean;
}

/** By the rules of the server: its owner alone changes it, Maintainers take it over. */
export function useRights(project: string, schedule: Pick<PipelineSchedule, 'owner'>): Rights {
  const user = useCurrentUser();
  const { data: place } = useSuspenseQuery(projectOf(project));
  const develops = mayInProject(user, place, 'create_pipeline');
  const own = schedule.owner?.id === user.id;
  return {
    own,
    update: develops && (own || user.is_admin === true),
    play: develops,
    admin: mayInProject(user, place, 'admin_pipeline') || (own && develops),
  };
}
