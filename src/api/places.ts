import {
  type QueryClient,
  type UseSuspenseQueryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { GroupAbility, ProjectAbility } from '#contract/abilities.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { groupMembers, projectMembers } from '#contract/members.ts';
import { projects } from '#contract/projects.ts';
import { mayInGroup, mayInProject } from '../lib/permissions.ts';
import { listOf, type PageOf, queryOf } from './client.ts';
import { useCurrentUser } from './current-user.ts';

/** A project or a group, by full path or id. */
export interface Place {
  readonly kind: 'project' | 'group';
  readonly id: string;
}

/** The project or group that the URL names. */
export function usePlace(): Place {
  const { project, group }: { project?: string; group?: string } = useParams({ strict: false });
  if (project !== undefined) return { kind: 'project', id: project };
  if (group !== undefined) return { kind: 'group', id: group };
  throw new Error('No place in the URL of this screen');
}

/** The members of either kind of place. */
export const membersOf = { project: projectMembers, group: groupMembers };

/** One's own role, that of the groups above included. */
export const ownRole = ({ kind, id }: Place, username: string) =>
  listOf(membersOf[kind].listAll, { id, query: username, per_page: 100 });

/** For loaders: what `useMay` reads. */
export async function prepareMay(
  client: QueryClient,
  user: { username: string },
  place: Place,
): Promise<void> {
  if (place.kind === 'group') await client.ensureQueryData(ownRole(place, user.username));
  else await client.ensureQueryData(queryOf(projects.show, { id: place.id }));
}

/** Whether one may do a thing in a group. */
export function useMayInGroup(group: string, ability: GroupAbility): boolean {
  const user = useCurrentUser();
  const { data } = useSuspenseQuery(ownRole({ kind: 'group', id: group }, user.username));
  return mayInGroup(user, roleAmong(data, user.id), ability);
}

const roleAmong = ({ rows }: PageOf<{ id: number; access_level: number }>, self: number): number =>
  rows.find(({ id }) => id === self)?.access_level ?? 0;

type MayOptions = UseSuspenseQueryOptions<unknown, Error, boolean>;

/** Whether one may do a thing in a place; the server decides by the same table. */
export function useMay(place: Place, ability: ProjectAbility & GroupAbility): boolean {
  const user = useCurrentUser();
  const inProject = {
    ...queryOf(projects.show, { id: place.id }),
    select: (project: ResponseOf<typeof projects.show>) => mayInProject(user, project, ability),
  };
  const inGroup = {
    ...ownRole(place, user.username),
    select: (page: PageOf<{ id: number; access_level: number }>) =>
      mayInGroup(user, roleAmong(page, user.id), ability),
  };
  const asked = place.kind === 'project' ? inProject : inGroup;
  // Safe: each `select` reads what its own query answers, and both give a boolean.
  return useSuspenseQuery(asked as unknown as MayOptions).data;
}
