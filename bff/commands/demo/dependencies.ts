import type { Project } from './project.ts';
import type { World } from './world.ts';

/** Lets one merge request that is ready wait for another one. */
export async function addDependency(world: World, projects: readonly Project[]): Promise<void> {
  for (const { id } of projects) {
    const path = `/projects/${id}/merge_requests`;
    const open = await world.call<{ iid: number; detailed_merge_status: string }[]>(
      'maintainer',
      `GET ${path}?state=opened&per_page=100`,
    );
    const ready = open.filter((one) => one.detailed_merge_status === 'mergeable');
    const [blocking, blocked] = ready;
    if (blocking === undefined || blocked === undefined) continue;
    await world.call('maintainer', `POST ${path}/${blocked.iid}/blocks`, {
      blocking_merge_request_iid: blocking.iid,
    });
    return;
  }
  throw new Error('no two merge requests are ready');
}
