import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh, workshop } from '../../testing/workshop.ts';

onBothDatabases('choices at merge requests', (app) => {
  it('are made at creation', async () => {
    const shop = await workshop(app());
    await shop.commit('tide');
    const json = { source_branch: 'tide', target_branch: 'main', title: 'All at once' };
    const chosen = {
      labels: 'bug,keep',
      add_labels: 'more, New one',
      remove_labels: 'bug,ghost',
      remove_source_branch: true,
      squash: true,
    };
    const made = await shop.call('POST', { json: { ...json, ...chosen } });
    expect([made.status, made.json.labels]).toEqual([201, ['New one', 'keep', 'more']]);
    expect((await shop.call('GET 1')).json).toMatchObject({
      labels: ['New one', 'keep', 'more'],
      force_remove_source_branch: true,
      squash: true,
      squash_on_merge: true,
    });
  });

  it('begin with squash on where the project says so by default_on', async () => {
    for (const on of [true, false]) {
      const shop = await workshop(app(), {
        squash_option: on ? 'default_on' : 'default_off',
      });
      await shop.commit('tide');
      const json = { source_branch: 'tide', target_branch: 'main', title: 'Usual' };
      expect((await shop.call('POST', { json })).json).toMatchObject({
        squash: on,
        squash_on_merge: on,
      });
      expect((await shop.call('GET 1')).json.squash).toBe(on);
    }
  });

  it('of a fork are made at creation, and all of them changed one by one', async () => {
    const shop = await workshop(app(), { squash_option: 'default_off' });
    const call = (request: string, json: object) =>
      app().call(request, { token: shop.owner.token, json });
    const { json: fork } = await call(`POST ${shop.path}/fork`, { path: fresh('fork') });
    await app().drain();
    await call(`POST /projects/${fork.id}/repository/commits`, {
      branch: 'tide',
      start_branch: 'main',
      commit_message: 'Add b',
      actions: [{ action: 'create', file_path: 'b.txt', content: 'b\n' }],
    });
    const made = await call(`POST /projects/${fork.id}/merge_requests`, {
      title: 'From the fork',
      source_branch: 'tide',
      target_branch: 'main',
      target_project_id: shop.project.id,
      allow_collaboration: true,
    });
    const names = [
      'allow_collaboration',
      'allow_maintainer_to_push',
      'force_remove_source_branch',
      'squash',
      'squash_on_merge',
    ];
    const read = async () => {
      const { json } = await shop.call('GET 1');
      return names.filter((name) => json[name]);
    };
    expect([made.status, await read()]).toEqual([201, names.slice(0, 2)]);
    const put = async (json: object) => {
      expect((await shop.call('PUT 1', { json })).status).toBe(200);
      return read();
    };
    const [collaboration, alias] = names;
    const both = [collaboration, alias];
    expect(await put({ allow_collaboration: false })).toEqual([]);
    expect(await put({ allow_maintainer_to_push: true })).toEqual(both);
    expect(await put({ allow_maintainer_to_push: false })).toEqual([]);
    expect(await put({ allow_collaboration: true })).toEqual(both);
    expect(await put({ remove_source_branch: true })).toEqual([...both, names[2]]);
    expect(await put({ squash: true })).toEqual(names);
    expect(await put({ remove_source_branch: null })).toEqual([...both, ...names.slice(3)]);
    await call(`PUT ${shop.path}`, { squash_option: 'never' });
    expect(await read()).toEqual([...both, 'squash']);
    await call(`PUT ${shop.path}`, { squash_option: 'always' });
    expect(await put({ squash: false })).toEqual([...both, 'squash_on_merge']);
  });

  it('of the project are those of its form: a branch goes only where the call says so', async () => {
    const shop = await workshop(app(), { remove_source_branch_after_merge: true });
    const made = [await shop.open(), await shop.open({ remove_source_branch: true })];
    expect((await shop.call('GET 1')).json.force_remove_source_branch).toBe(false);
    for (const { iid } of made) {
      expect((await shop.call(`PUT ${iid}/merge`, { json: {} })).status).toBe(200);
    }
    await app().drain();
    const { token } = shop.owner;
    const left = (await app().call(`GET ${shop.path}/repository/branches`, { token })).json;
    const names = left.map(({ name }: { name: string }) => name);
    expect(new Set(names)).toEqual(new Set(['main', made[0]?.source_branch]));
  });
});
