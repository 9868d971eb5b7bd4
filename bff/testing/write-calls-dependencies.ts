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

/** What has to be merged before what. */
export const dependencyCalls: WriteCalls = {
  'mergeRequestDependencies.create': async (scene) => {
    const { path, json } = await two(scene);
    return { request: `POST ${path}`, json };
  },
  'mergeRequestDependencies.remove': async (scene) => {
    const { path, json } = await two(scene);
    return { request: `DELETE ${path}/${(await scene.made(`POST ${path}`, json)).id}` };
  },
};
