import type { Project } from './project.ts';
import { personOf, type World } from './world.ts';

interface Listed {
  iid: number;
  author: { id: number };
  detailed_merge_status: string;
}

/** Lets a reviewer ask for changes of a merge request that is ready, in the second project with one. */
export async function askForChanges(world: World, projects: readonly Project[]): Promise<void> {
  const ready: { path: string; author: number }[] = [];
  for (const { id } of projects) {
    const list = `/projects/${id}/merge_requests`;
    const open = await world.call<Listed[]>('maintainer', `GET ${list}?state=opened&per_page=100`);
    const one = open.find(({ detailed_merge_status }) => detailed_merge_status === 'mergeable');
    if (one !== undefined) ready.push({ path: `${list}/${one.iid}`, author: one.author.id });
  }
  const asked = ready[1];
  if (asked === undefined) throw new Error('no second project has a merge request that is ready');
  const by = personOf(world.people, 'developer').id === asked.author ? 'maintainer' : 'developer';
  const reviewer = personOf(world.people, by).id;
  await world.call('maintainer', `PUT ${asked.path}`, { reviewer_ids: [reviewer] });
  await world.call(by, `PUT ${asked.path}/reviewers/${reviewer}`, { state: 'requested_changes' });
}
