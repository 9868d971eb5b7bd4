import type { Scene, WriteCalls } from './write-calls.ts';
import { opened } from './write-calls-merge-requests.ts';

/** Where the first of two merge requests keeps its blocks, and the number of the second. */
async function two(scene: Scene) {
  const path = await opened(scene);
  const { source_branch } = await scene.made(`GET ${path}/1`);
  await scene.made(`POST ${path.replace('merge_requests', 'repository/branches')}`, {
    branch: 'second',
    ref: source_branch,
  });
  const json = { title: 'two', source_branch: 'second', target_branch: 'main' };
  await scene.made(`POST ${path}`, json);
  return { path: `${path}/1/blocks`, json: { blocking_merge_request_iid: 2 } };
}

/** Where a merge request keeps what it builds on, and the commit that its target begins with. */
async function context(scene: Scene) {
  const path = await opened(scene);
  const list = path.replace('merge_requests', 'repository/commits');
  const [{ id }] = await scene.made(`GET ${list}?ref_name=main`);
  return { path: `${path}/1/context_commits`, json: { commits: [id] } };
}

/** What has to be merged before what, and what builds on what. */
export const dependencyCalls: WriteCalls = {
  'mergeRequestContextCommits.create': async (scene) => {
    const { path, json } = await context(scene);
    return { request: `POST ${path}`, json };
  },
  'mergeRequestContextCommits.remove': async (scene) => {
    const { path, json } = await context(scene);
    await scene.made(`POST ${path}`, json);
    return { request: `DELETE ${path}`, json };
  },
  'mergeRequestDependencies.create': async (scene) => {
    const { path, json } = await two(scene);
    return { request: `POST ${path}`, json };
  },
  'mergeRequestDependencies.remove': async (scene) => {
    const { path, json } = await two(scene);
    return { request: `DELETE ${path}/${(await scene.made(`POST ${path}`, json)).id}` };
  },
};
