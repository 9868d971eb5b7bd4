import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('commits and branches', (app) => {
  const project = async (name: string) => {
    const user = await app().user(name);
    const made = await app().call('POST /projects', {
      token: user.token,
      json: { name: `of ${name}` },
    });
    const path = `/projects/${made.json.id}`;
    const commit = (json: object) =>
      app().call(`POST ${path}/repository/commits`, { token: user.token, json });
    return { ...user, path, commit };
  };

  it('the branches and tags that contain a commit are listed', async () => {
    const { path, token, commit } = await project('ned');
    const act = (file_path: string) => [{ action: 'create', file_path, content: 'a' }];
    const first = await commit({ branch: 'main', commit_message: 'One', actions: act('a') });
    const second = await commit({
      branch: 'side',
      start_branch: 'main',
      commit_message: 'Two',
      actions: act('b'),
    });
    await app().call(`POST ${path}/repository/tags`, {
      token,
      json: { tag_name: 'v1', ref: 'side', message: 'First' },
    });
    const refs = async (sha: string, query = '') => {
      const asked = `GET ${path}/repository/commits/${sha}/refs${query}`;
      const { json, headers } = await app().call(asked, { token });
      const names = json.map((one: { type: string; name: string }) => `${one.type} ${one.name}`);
      return [...names, headers.get('x-total')];
    };
    const all = ['branch main', 'branch side', 'tag v1', '3'];
    expect(await refs(first.json.id)).toEqual(all);
    expect(await refs('main', '?type=all')).toEqual(all);
    expect(await refs(second.json.id)).toEqual(['branch side', 'tag v1', '2']);
    expect(await refs(first.json.id, '?type=tag')).toEqual(['tag v1', '1']);
    expect(await refs(first.json.id, '?per_page=1&page=2')).toEqual(['branch side', '3']);
    const wrong = await app().call(`GET ${path}/repository/commits/${'0'.repeat(40)}/refs`, {
      token,
    });
    expect([wrong.status, wrong.json]).toEqual([404, { message: '404 Commit Not Found' }]);
  });

  it('a list of actions becomes one commit, and the branch is there', async () => {
    const { path, token, commit } = await project('ann');
    const first = await commit({
      branch: 'main',
      commit_message: 'Begin\n\nSigned-off-by: Ann <ann@example.test>\n',
      actions: [
        { action: 'create', file_path: 'README.md', content: '# Tide\n' },
        { action: 'create', file_path: 'src/a.bin', content: 'AAEC', encoding: 'base64' },
      ],
    });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      title: 'Begin',
      parent_ids: [],
      author_name: 'Ann',
      trailers: { 'Signed-off-by': 'Ann <ann@example.test>' },
    });
    const second = await commit({
      branch: 'tides',
      start_branch: 'main',
      commit_message: 'Move and change',
      actions: [
        { action: 'move', file_path: 'docs/README.md', previous_path: 'README.md' },
        { action: 'delete', file_path: 'src/a.bin' },
      ],
    });
    expect(second.json.parent_ids).toEqual([first.json.id]);
    const branches = await app().call(`GET ${path}/repository/branches`, { token });
    expect(
      branches.json.map((one: { name: string; protected: boolean; default: boolean }) => [
        one.name,
        one.protected,
        one.default,
      ]),
    ).toEqual([
      ['main', true, true],
      ['tides', false, false],
    ]);
    const listed = await app().call(`GET ${path}/repository/commits?ref_name=tides`, { token });
    expect(listed.json.map((one: { title: string }) => one.title)).toEqual([
      'Move and change',
      'Begin',
    ]);
    expect(listed.headers.get('x-total')).toBe('2');
    const compared = await app().call(`GET ${path}/repository/compare?from=main&to=tides`, {
      token,
    });
    expect(compared.json.commits).toHaveLength(1);
    expect(
      compared.json.diffs.map((one: { new_path: string; renamed_file: boolean }) => [
        one.new_path,
        one.renamed_file,
      ]),
    ).toEqual([
      ['docs/README.md', true],
      ['src/a.bin', false],
    ]);
    const changed = await app().call(`GET ${path}/repository/commits/${second.json.id}/diff`, {
      token,
    });
    expect(changed.json).toHaveLength(2);
    const project_ = await app().call(`GET ${path}`, { token });
    expect(project_.json).toMatchObject({ empty_repo: false, default_branch: 'main' });
  });

  it('a commit is shown with what it changed, by id, branch or tag', async () => {
    const { path, token, commit } = await project('zoe');
    const made = await commit({
      branch: 'main',
      commit_message: 'Two lines',
      actions: [{ action: 'create', file_path: 'a', content: '1\n2\n' }],
    });
    for (const name of [made.json.id, made.json.id.slice(0, 8), 'main']) {
      const shown = await app().call(`GET ${path}/repository/commits/${name}`, { token });
      expect(shown.json).toMatchObject({
        id: made.json.id,
        title: 'Two lines',
        stats: { additions: 2, deletions: 0, total: 2 },
      });
    }
    const missing = await app().call(`GET ${path}/repository/commits/ghost`, { token });
    expect([missing.status, missing.json]).toEqual([404, { message: '404 Commit Not Found' }]);
  });

  it('an action that cannot be done changes nothing', async () => {
    const { path, token, commit } = await project('bea');
    await commit({
      branch: 'main',
      commit_message: 'One',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    });
    const refused = async (actions: object[], more: object = {}) => {
      const answer = await commit({ branch: 'main', commit_message: 'x', actions, ...more });
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    const good = { action: 'create', file_path: 'b', content: 'b' };
    expect(await refused([good, { action: 'create', file_path: 'a', content: '' }])).toContain(
      'already exists',
    );
    expect(await refused([good, { action: 'delete', file_path: 'nope' }])).toContain(
      "doesn't exist",
    );
    expect(await refused([{ action: 'create', file_path: '../a', content: '' }])).toContain(
      'traversal',
    );
    expect(await refused([{ action: 'create', file_path: '.git/config', content: '' }])).toContain(
      'reserved',
    );
    expect(await refused([{ action: 'create', file_path: 'c' }])).toBe(
      'actions[0][content] is missing',
    );
    expect(await refused([])).toContain('at least one action');
    expect(await refused([good], { branch: 'new', start_branch: 'ghost' })).toContain('ghost');
    const listed = await app().call(`GET ${path}/repository/commits`, { token });
    expect(listed.json).toHaveLength(1);
  });

  it('a list by a path or author that no commit can have is empty', async () => {
    const { path, token, commit } = await project('eli');
    await commit({
      branch: 'main',
      commit_message: 'One',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    });
    for (const query of ['path=..%2Fa', 'path=a%2F%2Fb', 'author=a%0Ab', 'path=nope']) {
      const answer = await app().call(`GET ${path}/repository/commits?${query}`, { token });
      expect([query, answer.status, answer.json]).toEqual([query, 200, []]);
    }
  });

  it('branches are made, found, refused and deleted', async () => {
    const { path, token, commit } = await project('cid');
    await commit({
      branch: 'main',
      commit_message: 'One',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    });
    const create = (branch: string, ref: string) =>
      app().call(`POST ${path}/repository/branches`, { token, json: { branch, ref } });
    expect((await create('feature/tide', 'main')).status).toBe(201);
    expect((await create('feature/tide', 'main')).status).toBe(400);
    expect((await create('a..b', 'main')).status).toBe(400);
    expect((await create('ok', 'ghost')).status).toBe(400);
    const one = await app().call(`GET ${path}/repository/branches/feature%2Ftide`, { token });
    expect(one.json).toMatchObject({ name: 'feature/tide', merged: true, can_push: true });
    const remove = (name: string) =>
      app().call(`DELETE ${path}/repository/branches/${encodeURIComponent(name)}`, { token });
    expect((await remove('feature/tide')).status).toBe(204);
    expect((await remove('feature/tide')).json).toEqual({ message: '404 Branch Not Found' });
    expect((await remove('main')).status).toBe(405);
  });

  it('a Developer may not commit to the protected branch, a Reporter to none', async () => {
    const { path, token, commit } = await project('dan');
    await commit({
      branch: 'main',
      commit_message: 'One',
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    });
    const people = { devi: 30, rita: 20 };
    const result: Record<string, number[]> = {};
    for (const [name, access_level] of Object.entries(people)) {
      const user = await app().user(name);
      await app().call(`POST ${path}/members`, { token, json: { user_id: user.id, access_level } });
      result[name] = [];
      for (const branch of ['main', 'side']) {
        const answer = await app().call(`POST ${path}/repository/commits`, {
          token: user.token,
          json: {
            branch,
            ...(branch === 'side' ? { start_branch: 'main' } : {}),
            commit_message: 'x',
            actions: [{ action: 'create', file_path: name, content: '' }],
          },
        });
        result[name].push(answer.status);
      }
    }
    expect(result).toEqual({ devi: [403, 201], rita: [403, 403] });
  });
});
