import type { Project } from './project.ts';
import { personOf, type World } from './world.ts';

/** Lets a reviewer ask for changes of one merge request that is ready. */
export async function askForChanges(world: World, projects: readonly Project[]): Promise<void> {
  const reviewer = personOf(world.people, 'developer');
  for (const { id } of projects) {
    const path = `/projects/${id}/merge_requests`;
    const open = await world.call<
      { iid: number; author: { id: number }; detailed_merge_status: string }[]
    >('maintainer', `GET ${path}?state=opened&per_page=100`);
    const ready = open.find(
      ({ author, detailed_merge_status }) =>
        detailed_merge_status === 'mergeable' && author.id !== reviewer.id,
    );
    if (ready === undefined) continue;
    await world.call('maintainer', `PUT ${path}/${ready.iid}`, { reviewer_ids: [reviewer.id] });
    await world.call('developer', `PUT ${path}/${ready.iid}/reviewers/${reviewer.id}`, {
      state: 'requested_changes',
    });
    return;
  }
  throw new Error('no merge request is ready for a review');
}
