import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { goLive, type LiveServer, type WorkTree, workTree } from '../testing/live-server.ts';
import { onBothDatabases, type TestUser } from '../testing/test-app.ts';
import { createTurns } from '../turns.ts';

onBothDatabases('git over HTTP', (app) => {
  let server: LiveServer;
  let owner: TestUser;
  const trees: WorkTree[] = [];

  beforeAll(async () => {
    server = await goLive(app());
    owner = await app().user('owner');
  });
  afterAll(async () => {
    await server.close();
    for (const tree of trees) tree.remove();
  });

  const remote = (path: string, name: string, secret: string) =>
    `${server.url.replace('//', `//${name}:${encodeURIComponent(secret)}@`)}/${path}.git`;

  const scratch = async (files: Record<string, string>) => {
    const tree = await workTree();
    trees.push(tree);
    await commit(tree, files);
    return tree;
  };

  const commit = async (tree: WorkTree, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(tree.dir, name), text);
    await tree.git('add', '--all');
    await tree.git('commit', '--quiet', '-m', `Change ${Object.keys(files).join()}`);
  };

  const project = async (name: string, more: object = {}) => {
    const made = await app().call('POST /projects', {
      token: owner.token,
      json: { name, ...more },
    });
    return made.json as { id: number; path_with_namespace: string };
  };

  const join_ = (id: number, user: TestUser, access_level: number) =>
    app().call(`POST /projects/${id}/members`, {
      token: owner.token,
      json: { user_id: user.id, access_level },
    });

  it('only so many processes talk to clients at once, and each gives its turn back', async () => {
    const { path_with_namespace: path } = await project('busy', { visibility: 'public' });
    const turns = createTurns({ most: 1, waiting: 1, patience: 60_000 });
    app().deps.turns.git = turns;
    const ask = async () => {
      const url = `${server.url}/${path}.git/info/refs?service=git-upload-pack`;
      const answer = await fetch(url);
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let at = 0; at < 3; at++) expect(await ask()).toBe(200);
    const done = await turns.take();
    const waiting = ask();
    // The two come on connections of their own: one of them waits and the other is sent away.
    const other = ask();
    expect(await Promise.race([waiting, other])).toBe(503);
    done();
    expect(new Set(await Promise.all([waiting, other]))).toEqual(new Set([200, 503]));
    app().deps.turns.git = createTurns({ most: 8, waiting: 8, patience: 60_000 });
  });

  it('a push makes the default branch, protects it, and can be cloned', async () => {
    const { id, path_with_namespace: path } = await project('first');
    const tree = await scratch({ a: '1' });
    await tree.git('branch', '-m', 'trunk');
    await tree.git('push', '--quiet', remote(path, 'owner', owner.token), 'trunk');
    const shown = await app().call(`GET /projects/${id}`, { token: owner.token });
    expect(shown.json).toMatchObject({ empty_repo: false, default_branch: 'trunk' });
    await app().drain();
    const clone = await workTree();
    trees.push(clone);
    await clone.git('clone', '--quiet', remote(path, 'owner', owner.password), 'copy');
    expect(await clone.git('-C', 'copy', 'branch', '--show-current')).toBe('trunk\n');
    const branch = await app().call(`GET /projects/${id}/repository/branches/trunk`, {
      token: owner.token,
    });
    expect(branch.json).toMatchObject({ protected: true, default: true });
  });

  it('what happens to branches and tags is told alike, pushed or by the API', async () => {
    const file = { '.gitlab-ci.yml': 'job: { script: make }' };
    const asked = (path: string, method: string, json?: object) =>
      app().call(`${method} ${path}`, { token: owner.token, json });
    const [pushed, called] = [await project('pushed'), await project('called')];
    const tree = await scratch(file);
    const push = (...refs: string[]) =>
      tree.git(
        'push',
        '--quiet',
        remote(pushed.path_with_namespace, 'owner', owner.token),
        ...refs,
      );
    await push('main');
    await commit(tree, { b: '2' });
    await push('main:refs/heads/side');
    await commit(tree, { b: '3' });
    await push('main:refs/heads/side');
    await push('main:refs/tags/v1');
    await push(':refs/heads/side');
    await app().drain();

    const repository = `/projects/${called.id}/repository`;
    const write = (action: string, [file_path, content]: string[], more: object) =>
      asked(`${repository}/commits`, 'POST', {
        commit_message: 'x',
        actions: [{ action, file_path, content }],
        ...more,
      });
    await write('create', Object.entries(file)[0] ?? [], { branch: 'main' });
    await write('create', ['b', '2'], { branch: 'side', start_branch: 'main' });
    await write('update', ['b', '3'], { branch: 'side' });
    await asked(`${repository}/tags`, 'POST', { tag_name: 'v1', ref: 'side' });
    await asked(`${repository}/branches/side`, 'DELETE');
    await app().drain();

    // What somebody did goes by the name of the way in which it was done; all else is the same.
    const ways = /^(repository|branch|tag|project)\./;
    const told = async (id: number) => {
      const rows = await app()
        .deps.db.selectFrom('domain_events')
        .selectAll()
        .where('project_id', '=', id)
        .orderBy('id')
        .execute();
      return rows
        .filter(({ name }) => !ways.test(name))
        .map(({ name, actor_id, changes }) => {
          const text = changes.replaceAll(/0{40}/g, 'none').replaceAll(/[0-9a-f]{40}/g, 'some');
          const { before, after } = JSON.parse(text);
          return [name, actor_id, before?.ref, before?.sha, after?.ref, after?.sha];
        });
    };
    const events = await told(pushed.id);
    expect(events).toEqual(await told(called.id));
    const moves = events.filter(([name]) => name === 'ref.update');
    expect(moves.map(([, actor, , from, ref, to]) => [actor, ref, from, to])).toEqual([
      [owner.id, 'refs/heads/main', 'none', 'some'],
      [owner.id, 'refs/heads/side', 'none', 'some'],
      [owner.id, 'refs/heads/side', 'some', 'some'],
      [owner.id, 'refs/tags/v1', 'none', 'some'],
      [owner.id, 'refs/heads/side', 'some', 'none'],
    ]);
    expect(new Set(events.map(([name]) => name))).toContain('pipeline.create');
  });

  it('a Developer may push a branch, but neither to the protected one nor over it', async () => {
    const { id, path_with_namespace: path } = await project('guarded');
    const tree = await scratch({ a: '1' });
    await tree.git('push', '--quiet', remote(path, 'owner', owner.token), 'main');
    const dev = await app().user('dev');
    await join_(id, dev, 30);
    const url = remote(path, 'dev', dev.token);
    await commit(tree, { a: '2' });
    await expect(tree.git('push', url, 'main')).rejects.toThrow(
      'not allowed to push code to protected branches',
    );
    await tree.git('push', '--quiet', url, 'main:refs/heads/side');
    await tree.git('push', '--quiet', '--force', url, 'main~1:refs/heads/side');
    await expect(tree.git('push', url, ':main')).rejects.toThrow('default branch');
    const branches = await app().call(`GET /projects/${id}/repository/branches`, {
      token: owner.token,
    });
    expect(branches.json.map((one: { name: string }) => one.name)).toEqual(['main', 'side']);
    const head = (await tree.git('rev-parse', 'main~1')).trim();
    expect(branches.json[0].commit.id).toBe(head);
    await expect(
      tree.git(
        'push',
        '--force',
        remote(path, 'owner', owner.token),
        '+main~1:refs/heads/main',
        '+HEAD:refs/secret',
      ),
    ).rejects.toThrow('refs/secret');
  });

  it('a push may be so large as the settings say, and comes over HTTP unless that is off', async () => {
    const { path_with_namespace: path } = await project('heavy');
    const tree = await scratch({ a: '1' });
    const url = remote(path, 'owner', owner.token);
    await tree.git('push', '--quiet', url, 'main');
    await updateSettings(app().ctx, { receive_max_input_size: 1 });
    await commit(tree, { b: randomBytes(1_500_000).toString('base64') });
    await expect(tree.git('push', url, 'main')).rejects.toThrow('maximum allowed size');
    await updateSettings(app().ctx, {
      receive_max_input_size: null,
      enabled_git_access_protocol: 'ssh',
    });
    await expect(tree.git('push', url, 'main')).rejects.toThrow('403');
    await updateSettings(app().ctx, { enabled_git_access_protocol: 'all' });
    await tree.git('push', '--quiet', url, 'main');
  });

  it('a Maintainer may not rewrite the protected branch', async () => {
    const { path_with_namespace: path } = await project('straight');
    const tree = await scratch({ a: '1' });
    const url = remote(path, 'owner', owner.token);
    await tree.git('push', '--quiet', url, 'main');
    await tree.git('commit', '--quiet', '--amend', '-m', 'Another past');
    await expect(tree.git('push', '--force', url, 'main')).rejects.toThrow('force push');
  });

  it('what may not be seen is not found, and anonymous callers are asked who they are', async () => {
    const { path_with_namespace: path } = await project('hidden');
    const stranger = await app().user('stranger');
    const tree = await scratch({ a: '1' });
    const ask = (url: string) => tree.git('ls-remote', url);
    await expect(ask(remote(path, 'stranger', stranger.token))).rejects.toThrow('not be found');
    await expect(ask(remote('no/such', 'stranger', stranger.token))).rejects.toThrow(
      'not be found',
    );
    await expect(ask(remote(path, 'owner', 'wrong'))).rejects.toThrow('Authentication failed');
    for (const name of [path, 'no/such']) {
      const answer = await fetch(`${server.url}/${name}.git/info/refs?service=git-upload-pack`);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="Quarterdeck"',
      ]);
    }
  });

  it('anyone may clone a public project, and nobody may push without a role', async () => {
    const { path_with_namespace: path } = await project('open', { visibility: 'public' });
    const tree = await scratch({ a: '1' });
    await tree.git('push', '--quiet', remote(path, 'owner', owner.token), 'main');
    expect(await tree.git('ls-remote', `${server.url}/${path}.git`)).toContain('refs/heads/main');
    const guest = await app().user('guest');
    await expect(
      tree.git('push', remote(path, 'guest', guest.token), 'main:refs/heads/x'),
    ).rejects.toThrow('not allowed');
    const readOnly = await app().tokenOf(owner.user, ['read_repository']);
    await expect(
      tree.git('push', remote(path, 'owner', readOnly), 'main:refs/heads/x'),
    ).rejects.toThrow('scope');
    expect(await tree.git('ls-remote', remote(path, 'owner', readOnly))).toContain('main');
  });

  it('with `write_repository` one pushes; the head of a merge request is fetched and never pushed', async () => {
    const { id, path_with_namespace: path } = await project('asked');
    const tree = await scratch({ a: '1' });
    const url = remote(path, 'owner', await app().tokenOf(owner.user, ['write_repository']));
    await commit(tree, { a: '2' });
    await tree.git('push', '--quiet', url, 'main~1:refs/heads/main', 'main:refs/heads/topic');
    const made = await app().call(`POST /projects/${id}/merge_requests`, {
      token: owner.token,
      json: { title: 'Topic', source_branch: 'topic', target_branch: 'main' },
    });
    expect(made.status).toBe(201);
    await app().drain();
    const ref = 'refs/merge-requests/1/head';
    await tree.git('fetch', '--quiet', url, `${ref}:asked`);
    expect((await tree.git('rev-parse', 'asked')).trim()).toBe(made.json.sha);
    const moves = [`main~1:${ref}`, 'main:refs/merge-requests/2/head'];
    await expect(tree.git('push', '--force', url, ...moves)).rejects.toThrow(
      /(hidden ref[\s\S]*){2}/,
    );
    await expect(tree.git('push', url, `:${ref}`)).rejects.toThrow('hidden ref');
    expect(await tree.git('ls-remote', url, 'refs/merge-requests/*')).toBe(
      `${made.json.sha}\t${ref}\n`,
    );
  });

  it('a push that was never recorded is found by the comparison of refs', async () => {
    const { id, path_with_namespace: path } = await project('lost');
    const tree = await scratch({ a: '1' });
    await tree.git('push', '--quiet', remote(path, 'owner', owner.token), 'main');
    await app()
      .deps.db.updateTable('repository_refs')
      .set({ sha: '1'.repeat(40) })
      .where('project_id', '=', id)
      .execute();
    app().clock.set(app().clock.now() + 20 * 60_000);
    await app().drain();
    const branch = await app().call(`GET /projects/${id}/repository/branches/main`, {
      token: owner.token,
    });
    expect(branch.json.commit.id).toBe((await tree.git('rev-parse', 'main')).trim());
    const row = await app()
      .deps.db.selectFrom('repository_refs')
      .selectAll()
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.sha).toBe(branch.json.commit.id);
  });
});
