import type { Scene, Sent, WriteCalls } from './write-calls.ts';

/** A call below a new merge request from `topic` into `main`. */
const onMergeRequest =
  (call: string, json: object = {}, title = 'one') =>
  async (scene: Scene): Promise<Sent> => {
    const path = await opened(scene, title);
    const [method, tail = ''] = call.split(' ');
    return { request: `${method} ${path}/1${tail}`, json };
  };

async function branched(scene: Scene): Promise<string> {
  const path = `/projects/${(await scene.project()).id}`;
  await scene.made(`POST ${path}/repository/commits`, {
    branch: 'topic',
    start_branch: 'main',
    commit_message: 'Change',
    actions: [{ action: 'create', file_path: 'topic.txt', content: 'text' }],
  });
  return `${path}/merge_requests`;
}

/** A new merge request's list, of which it is the first. */
export async function opened(scene: Scene, title = 'one'): Promise<string> {
  const path = await branched(scene);
  await scene.made(`POST ${path}`, { title, source_branch: 'topic', target_branch: 'main' });
  return path;
}

const onNote =
  (method: string, json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `${await opened(scene, 'one')}/1/notes`;
    const note = await scene.made(`POST ${path}`, { body: 'ahoy' });
    return { request: `${method} ${path}/${note.id}`, json };
  };

/** A call on a new thread, or with `:note` in it on the thread's first note. */
const onThread =
  (call: string, json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `${await opened(scene, 'one')}/1/discussions`;
    const thread = await scene.made(`POST ${path}`, { body: 'ahoy' });
    const [method, tail = ''] = call.split(' ');
    const below = tail.replace(':note', String(thread.notes[0].id));
    return { request: `${method} ${path}/${thread.id}${below}`, json };
  };

/** Merge requests with their notes and threads. */
export const mergeRequestCalls: WriteCalls = {
  'mergeRequests.create': async (scene) => ({
    request: `POST ${await branched(scene)}`,
    json: { title: 'one', source_branch: 'topic', target_branch: 'main' },
  }),
  'mergeRequests.update': onMergeRequest('PUT', { title: 'two' }),
  'mergeRequests.remove': onMergeRequest('DELETE'),
  'mergeRequests.merge': onMergeRequest('PUT /merge'),
  'mergeRequests.cancelAutoMerge': async (scene) => {
    const path = await opened(scene, 'Draft: one');
    await scene.made(`PUT ${path}/1/merge`, { auto_merge: true });
    return { request: `POST ${path}/1/cancel_merge_when_pipeline_succeeds` };
  },
  'mergeRequests.rebase': onMergeRequest('PUT /rebase'),
  'mergeRequests.createPipeline': onMergeRequest('POST /pipelines', { async: true }),
  'mergeRequests.subscribe': async (scene) => {
    const path = `${await opened(scene)}/1`;
    await scene.made(`POST ${path}/unsubscribe`, {});
    return { request: `POST ${path}/subscribe` };
  },
  'mergeRequests.unsubscribe': onMergeRequest('POST /unsubscribe'),
  'mergeRequests.setTimeEstimate': onMergeRequest('POST /time_estimate', { duration: '1h' }),
  'mergeRequests.resetTimeEstimate': onMergeRequest('POST /reset_time_estimate'),
  'mergeRequests.addSpentTime': onMergeRequest('POST /add_spent_time', { duration: '1h' }),
  'mergeRequests.resetSpentTime': onMergeRequest('POST /reset_spent_time'),
  'mergeRequestNotes.create': onMergeRequest('POST /notes', { body: 'ahoy' }),
  'mergeRequestNotes.update': onNote('PUT', { body: 'ahoy again' }),
  'mergeRequestNotes.remove': onNote('DELETE'),
  'mergeRequestDiscussions.create': onMergeRequest('POST /discussions', { body: 'ahoy' }),
  'mergeRequestDiscussions.update': onThread('PUT', { resolved: true }),
  'mergeRequestDiscussions.createNote': onThread('POST /notes', { body: 'ahoy again' }),
  'mergeRequestDiscussions.updateNote': onThread('PUT /notes/:note', { resolved: true }),
  'mergeRequestDiscussions.removeNote': onThread('DELETE /notes/:note'),
};
