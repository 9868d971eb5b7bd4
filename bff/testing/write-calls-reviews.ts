import type { Scene, Sent, WriteCalls } from './write-calls.ts';
import { opened } from './write-calls-merge-requests.ts';

/** A call on the drafts of a merge request; `:draft` in it is a new one. */
const onDrafts =
  (call: string, json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const path = `${await opened(scene)}/1/draft_notes`;
    const { id } = await scene.made(`POST ${path}`, { note: 'ahoy' });
    const [method, tail = ''] = call.split(' ');
    return { request: `${method} ${path}${tail.replace(':draft', String(id))}`, json };
  };

/** What a new comment in a diff suggests. */
async function suggested(scene: Scene): Promise<number> {
  const path = `${await opened(scene)}/1`;
  // Read until it is prepared: its versions say what a position may name.
  const [version] = await scene.made(`GET ${path}/versions`);
  const position = {
    position_type: 'text',
    base_sha: version.base_commit_sha,
    start_sha: version.start_commit_sha,
    head_sha: version.head_commit_sha,
    new_path: 'topic.txt',
    new_line: 1,
  };
  const body = '```suggestion\nbetter\n```';
  const thread = await scene.made(`POST ${path}/discussions`, { body, position });
  return thread.notes[0].suggestions[0].id;
}

/** What is written before it is told, and what comments suggest. */
export const reviewCalls: WriteCalls = {
  'issues.createTodo': async (scene) => {
    const { id } = await scene.project();
    const { iid } = await scene.made(`POST /projects/${id}/issues`, { title: 'Ahoy' });
    return { request: `POST /projects/${id}/issues/${iid}/todo` };
  },
  'mergeRequests.createTodo': async (scene) => ({
    request: `POST ${await opened(scene)}/1/todo`,
  }),
  'todos.done': async (scene) => {
    const { id } = await scene.made(`POST ${await opened(scene)}/1/todo`);
    return { request: `POST /todos/${id}/mark_as_done` };
  },
  'todos.allDone': async (scene) => {
    await scene.made(`POST ${await opened(scene)}/1/todo`);
    return { request: 'POST /todos/mark_as_done' };
  },
  'suggestions.apply': async (scene) => ({
    request: `PUT /suggestions/${await suggested(scene)}/apply`,
    json: {},
  }),
  'suggestions.applyBatch': async (scene) => ({
    request: 'PUT /suggestions/batch_apply',
    json: { ids: [await suggested(scene)] },
  }),
  'viewedFiles.update': async (scene) => ({
    request: `PUT /bff${await opened(scene)}/1/viewed`,
    json: { paths: ['topic.txt'], viewed: true },
  }),
  'draftNotes.create': onDrafts('POST', { note: 'ahoy again' }),
  'draftNotes.update': onDrafts('PUT /:draft', { note: 'ahoy again' }),
  'draftNotes.remove': onDrafts('DELETE /:draft'),
  'draftNotes.publish': onDrafts('PUT /:draft/publish'),
  'draftNotes.publishAll': onDrafts('POST /bulk_publish'),
};
