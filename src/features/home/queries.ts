import type { QueryClient } from '@tanstack/react-query';
import { projects } from '#contract/projects.ts';
import { listOf } from '../../api/client.ts';

/** Projects with a role of one's own, the liveliest first. */
export const ownProjects = listOf(projects.list, {
  membership: true,
  order_by: 'last_activity_at',
  per_page: 10,
});

export async function prepareHome(client: QueryClient): Promise<void> {
  await client.ensureQueryData(ownProjects);
}
