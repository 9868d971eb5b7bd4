import { useSuspenseQuery } from '@tanstack/react-query';
import type { Issue } from '#contract/issues.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import {
  mayInProject,
  type Person,
  type Place,
  type Speaking,
  speaking,
} from '../../lib/permissions.ts';
import { issueShown, projectOf, type Which } from './queries.ts';

/** What somebody may do with one issue. */
export interface Rights extends Speaking {
  /** Its text and its state. */
  readonly update: boolean;
  /** Labels, assignees, milestone and the like. */
  readonly plan: boolean;
  readonly remove: boolean;
  readonly readInternal: boolean;
  /** Comments of other people. */
  readonly moderate: boolean;
}

type Judged = Pick<Issue, 'author' | 'assignees' | 'discussion_locked'>;

/** By the rules of the server: Reporters all of it, authors and assignees their own text. */
export function rightsOf(user: Person & { id: number }, project: Place, record: Judged): Rights {
  const plan = mayInProject(user, project, 'update_issue');
  const isOwn = record.author.id === user.id || record.assignees.some(({ id }) => id === user.id);
  return {
    plan,
    update: plan || (isOwn && project.archived !== true),
    remove: mayInProject(user, project, 'delete_issue'),
    readInternal: mayInProject(user, project, 'read_internal_note'),
    moderate: mayInProject(user, project, 'admin_project'),
    ...speaking(user, project, record),
  };
}

/** What the signed-in user may do with it. */
export function useRights(which: Which): Rights {
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(which.project));
  const { data: record } = useSuspenseQuery(issueShown(which));
  return rightsOf(user, project, record);
}
