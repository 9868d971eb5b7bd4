import type { QueryClient } from '@tanstack/react-query';
import { features } from '#contract/features.ts';
import { groups } from '#contract/groups.ts';
import { projects } from '#contract/projects.ts';
import { users } from '#contract/users.ts';
import { listOf, queryOf } from '../../api/client.ts';
import type { Actor } from './flags.ts';

/** Flags that the server asks for. */
export const flagDefinitions = queryOf(features.definitions, {});

/** Flags that were set, others than the server knows too. */
export const flagsSet = queryOf(features.list, {});

export async function prepareFlags(client: QueryClient): Promise<void> {
  await Promise.all([client.ensureQueryData(flagDefinitions), client.ensureQueryData(flagsSet)]);
}

const some = (search: string) => ({ per_page: 20, ...(search && { search }) });

export const peopleFound = (search: string) => listOf(users.list, some(search));
export const groupsFound = (search: string) => listOf(groups.list, some(search));
export const projectsFound = (search: string) => listOf(projects.list, some(search));

/** What is named, by its id. */
export const actorQueries = {
  User: ({ id }: Actor) => ({
    ...queryOf(users.show, { id }),
    select: ({ name, username }: { name: string; username: string }) => `${name} (${username})`,
  }),
  Group: ({ id }: Actor) => ({
    ...queryOf(groups.show, { id: String(id) }),
    select: ({ full_path }: { full_path: string }) => full_path,
  }),
  Project: ({ id }: Actor) => ({
    ...queryOf(projects.show, { id: String(id) }),
    select: ({ path_with_namespace }: { path_with_namespace: string }) => path_with_namespace,
  }),
};
