import type { Scene, Sent, WriteCalls } from './write-calls.ts';

/** A call below a new project; `first` makes there what the call is about. */
const onProject =
  (call: string, json: object = {}, first: readonly (readonly [string, object])[] = []) =>
  async (scene: Scene): Promise<Sent> => {
    const [method, tail = ''] = call.split(' ');
    const path = `/projects/${(await scene.project()).id}`;
    for (const [request, body] of first) {
      const [verb, below = ''] = request.split(' ');
      await scene.made(`${verb} ${path}${below}`, body);
    }
    return { request: `${method} ${path}${tail}`, json };
  };

const issue = ['POST /issues', { title: 'one' }] as const;
const tag = { tag_name: 'v1', ref: 'main' };
const protection = { name: 'release/*' };
const file = { branch: 'main', commit_message: 'Change', content: 'text' };

const onUpload =
  (method: string, tailOf: (made: { id: number; url: string }) => string) =>
  async (scene: Scene): Promise<Sent> => {
    const { request, body } = await upload(scene);
    const answer = await scene.app.call(request, { token: scene.caller.token, body });
    const path = request.replace(/^POST /, '').replace(/\/uploads$/, '');
    return { request: `${method} ${path}${tailOf(answer.json)}` };
  };

async function upload(scene: Scene): Promise<Sent> {
  const body = new FormData();
  body.set('file', new Blob(['text']), 'text.txt');
  return { request: `POST /projects/${(await scene.project()).id}/uploads`, body };
}

const onIssueNote =
  (call: string, json: object = {}) =>
  async (scene: Scene) => {
    const { request } = await onProject('POST /issues', {}, [issue])(scene);
    const path = `${request.replace('POST ', '')}/1/notes`;
    const note = await scene.made(`POST ${path}`, { body: 'ahoy' });
    return { request: `${call} ${path}/${note.id}`, json };
  };

/** What a project's repository and its issues take. */
export const repositoryCalls: WriteCalls = {
  'issues.create': onProject('POST /issues', { title: 'one' }),
  'issues.update': onProject('PUT /issues/1', { title: 'two' }, [issue]),
  'issues.move': async (scene) => {
    const { request } = await onProject('POST /issues/1/move', {}, [issue])(scene);
    return { request, json: { to_project_id: (await scene.project()).id } };
  },
  'issues.clone': async (scene) => {
    const { request } = await onProject('POST /issues/1/clone', {}, [issue])(scene);
    return { request, json: { to_project_id: (await scene.project()).id } };
  },
  'issues.subscribe': onProject('POST /issues/1/subscribe', {}, [
    issue,
    ['POST /issues/1/unsubscribe', {}],
  ]),
  'issues.unsubscribe': onProject('POST /issues/1/unsubscribe', {}, [issue]),
  'issues.reorder': async (scene) => {
    const { id } = await scene.project();
    const made = await scene.made(`POST /projects/${id}/issues`, { title: 'one' });
    await scene.made(`POST /projects/${id}/issues`, { title: 'two' });
    return {
      request: `PUT /projects/${id}/issues/2/reorder`,
      json: { move_before_id: made.id },
    };
  },
  'forkRelations.create': async (scene) => {
    const [one, two] = [await scene.project(), await scene.project()];
    return { request: `POST /projects/${one.id}/fork/${two.id}` };
  },
  'forkRelations.remove': async (scene) => {
    const [one, two] = [await scene.project(), await scene.project()];
    await scene.made(`POST /projects/${one.id}/fork/${two.id}`);
    return { request: `DELETE /projects/${one.id}/fork` };
  },
  'issues.remove': onProject('DELETE /issues/1', {}, [issue]),
  'issues.setTimeEstimate': onProject('POST /issues/1/time_estimate', { duration: '1h' }, [issue]),
  'issues.resetTimeEstimate': onProject('POST /issues/1/reset_time_estimate', {}, [issue]),
  'issues.addSpentTime': onProject('POST /issues/1/add_spent_time', { duration: '1h' }, [issue]),
  'issues.resetSpentTime': onProject('POST /issues/1/reset_spent_time', {}, [issue]),
  'issueNotes.create': onProject('POST /issues/1/notes', { body: 'ahoy' }, [issue]),
  'issueNotes.update': onIssueNote('PUT', { body: 'ahoy again' }),
  'issueNotes.remove': onIssueNote('DELETE'),
  'projects.fork': onProject('POST /fork', { path: 'fork-of-it', name: 'Fork of it' }),
  'protectedBranches.create': onProject('POST /protected_branches', protection),
  'protectedBranches.update': onProject('PATCH /protected_branches/main', {
    allow_force_push: true,
  }),
  'protectedBranches.remove': onProject('DELETE /protected_branches/main'),
  'repositoryFiles.create': onProject('POST /repository/files/new.txt', file),
  'repositoryFiles.update': onProject('PUT /repository/files/README.md', file),
  'repositoryFiles.remove': onProject('DELETE /repository/files/README.md', file),
  'tags.create': onProject('POST /repository/tags', tag),
  'tags.remove': onProject('DELETE /repository/tags/v1', {}, [['POST /repository/tags', tag]]),
  'uploads.create': upload,
  'uploads.remove': onUpload('DELETE', ({ id }) => `/uploads/${id}`),
  'uploads.removeNamed': onUpload('DELETE', ({ url }) => url),
};
