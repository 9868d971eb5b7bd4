import { useSuspenseQuery } from '@tanstack/react-query';
import type { ProjectAbility } from '#contract/abilities.ts';
import type { MergeRequest } from '#contract/merge-request-record.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import {
  mayInProject,
  type Person,
  type Place,
  type Speaking,
  speaking,
} from '../../lib/permissions.ts';
import { mergeRequestShown, projectOf, type Which } from './queries.ts';

/** What somebody may do with one merge request. */
export interface Rights extends Speaking {
  readonly update: boolean;
  readonly merge: boolean;
  /** Say how one's review stands. */
  readonly review: boolean;
  readonly resolve: boolean;
  /** Write down how long it takes. */
  readonly time: boolean;
  readonly remove: boolean;
}

type Judged = Pick<
  MergeRequest,
  'author' | 'assignees' | 'reviewers' | 'discussion_locked' | 'user'
>;

/** By the rules of the server: Developers, and authors and assignees their own. */
export function rightsOf(user: Person & { id: number }, project: Place, record: Judged): Rights {
  const may = (ability: ProjectAbility) => mayInProject(user, project, ability);
  const isAuthor = record.author.id === user.id;
  const isOwn = isAuthor || record.assignees.some(({ id }) => id === user.id);
  const isReviewer = record.reviewers.some(({ id }) => id === user.id);
  const isArchived = project.archived === true;
  return {
    update: !isArchived && (isOwn || may('update_merge_request')),
    merge: record.user.can_merge,
    review: !isArchived && !isAuthor && (isReviewer || may('update_merge_request')),
    resolve: !isArchived && (isAuthor || may('update_merge_request')),
    time: may('update_merge_request'),
    remove: may('delete_merge_request'),
    ...speaking(user, project, record),
  };
}

/** What the signed-in user may do with it. */
export function useRights(which: Which): Rights {
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(which.project));
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  return rightsOf(user, project, record);
}
