import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('a transfer', (app) => {
  let names = 0;
  async function stage() {
    const { token, id } = await app().user(`mover${(names += 1)}`);
    const call = (request: string, json?: object) => app().call(request, { token, json });
    const group = async (path: string, more: object = {}) =>
      (await call('POST /groups', { name: `${path} ${names}`, path: `${path}${names}`, ...more }))
        .json;
    return { token, id, call, group };
  }

  it('of a project moves its paths, roles, labels and milestones, and closes it where it must', async () => {
    const { call, group } = await stage();
    const guest = await app().user(`guest${names}`);
    const from = await group('from', { visibility: 'public' });
    const to = await group('to', { visibility: 'private' });
    const made = { name: 'Boat', path: 'boat', namespace_id: from.id, visibility: 'public' };
    const { id } = (await call('POST /projects', { ...made, initialize_with_readme: true })).json;
    await call(`POST /groups/${to.id}/members`, { user_id: guest.id, access_level: 30 });
    for (const place of [from, to]) {
      await call(`POST /groups/${place.id}/labels`, { name: 'both', color: '#112233' });
    }
    await call(`POST /groups/${from.id}/labels`, { name: 'left', color: '#112233' });
    const milestone = (await call(`POST /groups/${from.id}/milestones`, { title: 'Old' })).json;
    const issue = { title: 'Leak', labels: 'both,left', milestone_id: milestone.id };
    await call(`POST /projects/${id}/issues`, issue);
    await call(`POST /projects/${id}/repository/branches`, { branch: 'sail', ref: 'main' });
    const request = { title: 'Sail', source_branch: 'sail', target_branch: 'main' };
    await call(`POST /projects/${id}/merge_requests`, {
      ...request,
      labels: 'left',
      milestone_id: milestone.id,
    });

    const moved = await call(`PUT /projects/${id}/transfer`, { namespace: to.full_path });
    expect([moved.status, moved.json]).toMatchObject([
      200,
      { path_with_namespace: `${to.path}/boat`, visibility: 'private', namespace: { id: to.id } },
    ]);
    const old = await call(`GET /projects/${encodeURIComponent(`${from.path}/boat`)}`);
    expect(old.status).toBe(301);
    const seen = await app().call(`GET /projects/${id}`, { token: guest.token });
    expect(seen.json.permissions.group_access.access_level).toBe(30);
    const [found] = (await call(`GET /projects/${id}/issues?with_labels_details=true`)).json;
    const labels = (await call(`GET /projects/${id}/labels`)).json as {
      name: string;
      is_project_label: boolean;
    }[];
    expect(labels.map((label) => [label.name, label.is_project_label])).toEqual([
      ['both', false],
      ['left', true],
    ]);
    expect(found.labels.map((label: { name: string }) => label.name)).toEqual(['both', 'left']);
    expect(found.milestone).toBeNull();
    const [sail] = (await call(`GET /projects/${id}/merge_requests`)).json;
    expect([sail.labels, sail.milestone]).toEqual([['left'], null]);
    const again = await call(`PUT /projects/${id}/transfer`, { namespace: String(to.id) });
    expect(again.status).toBe(400);
  });

  it('of a group moves all below it, and refuses circles, taken paths and strangers', async () => {
    const { call, group } = await stage();
    const top = await group('top', { visibility: 'internal' });
    const goes = await group('goes', { visibility: 'public' });
    const inner = await group('inner', { visibility: 'public', parent_id: goes.id });
    const made = { name: 'Hull', path: 'hull', namespace_id: inner.id, visibility: 'public' };
    const { id } = (await call('POST /projects', made)).json;
    expect((await call(`POST /groups/${goes.id}/transfer`, { group_id: inner.id })).status).toBe(
      400,
    );
    expect((await call(`POST /groups/${goes.id}/transfer`, {})).status).toBe(400);
    const stranger = await app().user(`stranger${names}`);
    const refused = await app().call(`POST /groups/${goes.id}/transfer`, {
      token: stranger.token,
      json: {},
    });
    expect(refused.status).toBe(403);

    const moved = await call(`POST /groups/${goes.id}/transfer`, { group_id: top.id });
    expect([moved.status, moved.json]).toMatchObject([
      201,
      { full_path: `${top.path}/${goes.path}`, parent_id: top.id, visibility: 'internal' },
    ]);
    const project = (await call(`GET /projects/${id}`)).json;
    expect(project).toMatchObject({
      path_with_namespace: `${top.path}/${goes.path}/${inner.path}/hull`,
      name_with_namespace: `${top.name} / ${goes.name} / ${inner.name} / Hull`,
      visibility: 'internal',
    });
    const old = await call(`GET /groups/${encodeURIComponent(`${goes.path}/${inner.path}`)}`);
    expect(old.status).toBe(301);
    const below = (await call(`GET /groups/${top.id}/members/all`)).json;
    expect(below).toHaveLength(1);

    await group('goes');
    const taken = await call(`POST /groups/${goes.id}/transfer`, {});
    expect([taken.status, taken.json.message]).toEqual([400, { path: ['has already been taken'] }]);
    expect((await call(`GET /groups/${goes.id}`)).json.parent_id).toBe(top.id);
  });

  it('goes where the caller may create things, and those places are listed', async () => {
    const { call, group } = await stage();
    const [home, plain, strict] = [
      await group('home'),
      await group('plain'),
      await group('strict', { project_creation_level: 'noone' }),
    ];
    const below = await group('below', { parent_id: home.id });
    const other = await stage();
    const theirs = await other.group('theirs', { visibility: 'public' });
    const me = (await call('GET /user')).json.id;
    const json = { name: 'Boat', path: 'boat', namespace_id: home.id };
    const { id } = (await call('POST /projects', json)).json;
    const list = async (path: string) => {
      const { json, headers } = await call(`GET ${path}`);
      const names = json.map((row: { full_path: string }) => row.full_path);
      expect(headers.get('x-total')).toBe(String(names.length));
      return names;
    };
    const ofProject = `/projects/${id}/transfer_locations`;
    const ofGroup = `/groups/${home.id}/transfer_locations`;
    expect(await list(ofProject)).toEqual([plain.full_path, below.full_path]);
    expect(await list(`${ofProject}?search=BEL`)).toEqual([below.full_path]);
    expect(await list(ofGroup)).toEqual([plain.full_path, strict.full_path]);
    const ofBelow = `/groups/${below.id}/transfer_locations`;
    expect(await list(ofBelow)).toEqual([plain.full_path, strict.full_path]);
    // A Developer may bring projects, a Maintainer groups too.
    const join = (access_level: number) =>
      other.call(`PUT /groups/${theirs.id}/members/${me}`, { access_level });
    await other.call(`POST /groups/${theirs.id}/members`, { user_id: me, access_level: 30 });
    expect(await list(ofProject)).toContain(theirs.full_path);
    expect(await list(ofGroup)).not.toContain(theirs.full_path);
    await join(40);
    expect(await list(ofGroup)).toContain(theirs.full_path);
    // What is listed is what the move takes.
    const moved = await call(`PUT /projects/${id}/transfer`, { namespace: theirs.full_path });
    expect(moved.status).toBe(200);
    const refused = await call(`PUT /projects/${id}/transfer`, { namespace: strict.full_path });
    expect(refused.status).toBe(403);
    const admin = await app().user(`admin${names}`, { admin: true });
    const all = await app().call(`GET ${ofGroup}?per_page=100`, { token: admin.token });
    expect(all.json).toContainEqual({
      id: theirs.id,
      web_url: theirs.web_url,
      name: theirs.name,
      avatar_url: null,
      full_name: theirs.full_name,
      full_path: theirs.full_path,
    });
    // Whoever may not move it is not told where it could go.
    expect((await call(`GET ${ofProject}`)).status).toBe(403);
    expect((await other.call(`GET ${ofGroup}`)).status).toBe(404);
  });
});
