import type { Scene, Sent, WriteCalls } from './write-calls.ts';

type Place = 'projects' | 'groups';

const placeOf = (scene: Scene, kind: Place) =>
  kind === 'projects' ? scene.project() : scene.group();

/** A call on a new project or group; `tail` is the path below it. */
const on =
  (kind: Place, call: string, json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const [method, tail = ''] = call.split(' ');
    const { id } = await placeOf(scene, kind);
    return { request: `${method} /${kind}/${id}${tail}`, json };
  };

/** A new project or group that was marked for deletion, to be kept. */
const onMarked =
  (kind: Place) =>
  async (scene: Scene): Promise<Sent> => {
    const { id } = await placeOf(scene, kind);
    await scene.made(`DELETE /${kind}/${id}`);
    return { request: `POST /${kind}/${id}/restore` };
  };

/** A call on a new record below a new project or group, found by `key`. */
const onNew =
  (
    kind: Place,
    resource: string,
    { method = 'PUT', tail = '', create = {}, json = {}, key = 'id' }: Below,
  ) =>
  async (scene: Scene): Promise<Sent> => {
    const { id } = await placeOf(scene, kind);
    const record = await scene.made(`POST /${kind}/${id}/${resource}`, create);
    return { request: `${method} /${kind}/${id}/${resource}/${record[key]}${tail}`, json };
  };

interface Below {
  method?: string;
  tail?: string;
  create?: object;
  json?: object;
  key?: string;
}

/** A change on another branch that is brought to `main`, or taken back there after that. */
const onCommit =
  (verb: string) =>
  async (scene: Scene): Promise<Sent> => {
    const { id } = await scene.project();
    const path = `/projects/${id}/repository/commits`;
    const made = await scene.made(`POST ${path}`, {
      branch: verb === 'revert' ? 'main' : 'aside',
      ...(verb === 'revert' ? {} : { start_branch: 'main' }),
      commit_message: 'Pick me',
      actions: [{ action: 'create', file_path: 'picked.txt', content: 'picked' }],
    });
    return { request: `POST ${path}/${made.id}/${verb}`, json: { branch: 'main' } };
  };

const memberCalls = (kind: Place, name: string): WriteCalls => ({
  [`${name}.add`]: async (scene) => {
    const json = { user_id: scene.other.id, access_level: 30 };
    return on(kind, 'POST /members', json)(scene);
  },
  [`${name}.update`]: async (scene) => {
    const create = { user_id: scene.other.id, access_level: 30 };
    return onNew(kind, 'members', { create, json: { access_level: 20 } })(scene);
  },
  [`${name}.remove`]: async (scene) => {
    const create = { user_id: scene.other.id, access_level: 30 };
    return onNew(kind, 'members', { create, method: 'DELETE' })(scene);
  },
});

const label = { name: 'bug', color: '#ff0000' };
const labelCalls = (kind: Place, name: string): WriteCalls => ({
  [`${name}.create`]: on(kind, 'POST /labels', label),
  [`${name}.update`]: onNew(kind, 'labels', { create: label, json: { new_name: 'fault' } }),
  [`${name}.remove`]: onNew(kind, 'labels', { create: label, method: 'DELETE' }),
  [`${name}.subscribe`]: async (scene) => {
    const { request } = await onNew(kind, 'labels', { create: label })(scene);
    return { request: `${request.replace(/^\w+/, 'POST')}/subscribe` };
  },
  [`${name}.unsubscribe`]: async (scene) => {
    const { request } = await onNew(kind, 'labels', { create: label })(scene);
    const path = request.replace(/^\w+/, 'POST');
    await scene.made(`${path}/subscribe`, {});
    return { request: `${path}/unsubscribe` };
  },
  [`${name}.updateNamed`]: async (scene) => {
    const { request } = await onNew(kind, 'labels', { create: label })(scene);
    const json = { name: 'bug', new_name: 'fault' };
    return { request: request.replace(/\/\d+$/, ''), json };
  },
  [`${name}.removeNamed`]: async (scene) => {
    const { request } = await onNew(kind, 'labels', { create: label, method: 'DELETE' })(scene);
    return { request: request.replace(/\/\d+$/, ''), json: { name: 'bug' } };
  },
});

const milestone = { title: 'first' };
const milestoneCalls = (kind: Place, name: string): WriteCalls => ({
  [`${name}.create`]: on(kind, 'POST /milestones', milestone),
  [`${name}.update`]: onNew(kind, 'milestones', { create: milestone, json: { title: 'second' } }),
  [`${name}.remove`]: onNew(kind, 'milestones', { create: milestone, method: 'DELETE' }),
});

const commit = {
  branch: 'main',
  commit_message: 'Add a file',
  actions: [{ action: 'create', file_path: 'a.txt', content: 'a' }],
};
const branch = { branch: 'topic', ref: 'main' };

/** Groups, projects and what belongs to both. */
export const placeCalls: WriteCalls = {
  'groups.create': async ({ unique }) => {
    const name = unique();
    return { request: 'POST /groups', json: { name, path: name } };
  },
  'groups.update': on('groups', 'PUT', { description: 'changed' }),
  'groups.remove': on('groups', 'DELETE'),
  'groups.restore': onMarked('groups'),
  'projects.create': async ({ unique }) => ({
    request: 'POST /projects',
    json: { name: unique() },
  }),
  'projects.update': on('projects', 'PUT', { description: 'changed' }),
  'projects.remove': on('projects', 'DELETE'),
  'projects.restore': onMarked('projects'),
  'transfers.project': async (scene) => {
    const [project, group] = [await scene.project(), await scene.group()];
    return { request: `PUT /projects/${project.id}/transfer`, json: { namespace: `${group.id}` } };
  },
  'transfers.group': async (scene) => {
    const [group, parent] = [await scene.group(), await scene.group()];
    return { request: `POST /groups/${group.id}/transfer`, json: { group_id: parent.id } };
  },
  'projects.createForUser': (scene) =>
    Promise.resolve({
      request: `POST /projects/user/${scene.other.id}`,
      json: { name: scene.unique() },
      token: scene.admin.token,
    }),
  'projects.archive': on('projects', 'POST /archive'),
  'projects.unarchive': on('projects', 'POST /unarchive'),
  'branches.create': on('projects', 'POST /repository/branches', branch),
  'branches.removeMerged': async (scene) => {
    const { id } = await scene.project();
    await scene.made(`POST /projects/${id}/repository/branches`, branch);
    return { request: `DELETE /projects/${id}/repository/merged_branches` };
  },
  'branches.remove': onNew('projects', 'repository/branches', {
    method: 'DELETE',
    create: branch,
    key: 'name',
  }),
  'commits.revert': onCommit('revert'),
  'commits.cherryPick': onCommit('cherry_pick'),
  'commitComments.create': on('projects', 'POST /repository/commits/main/comments', {
    note: 'Ahoy',
  }),
  'commits.create': on('projects', 'POST /repository/commits', commit),
  ...memberCalls('projects', 'projectMembers'),
  ...memberCalls('groups', 'groupMembers'),
  ...labelCalls('projects', 'labels'),
  ...labelCalls('groups', 'groupLabels'),
  'milestones.promote': async (scene) => {
    const group = await scene.group();
    const json = { name: scene.unique(), namespace_id: group.id };
    const { id } = await scene.made('POST /projects', json);
    const made = await scene.made(`POST /projects/${id}/milestones`, { title: scene.unique() });
    return { request: `POST /projects/${id}/milestones/${made.id}/promote` };
  },
  'labels.promote': async (scene) => {
    const group = await scene.group();
    const json = { name: scene.unique(), namespace_id: group.id };
    const { id } = await scene.made('POST /projects', json);
    const made = await scene.made(`POST /projects/${id}/labels`, label);
    return { request: `PUT /projects/${id}/labels/${made.id}/promote` };
  },
  ...milestoneCalls('projects', 'milestones'),
  ...milestoneCalls('groups', 'groupMilestones'),
};
