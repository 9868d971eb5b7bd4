import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchGitServer, type ScratchGitServer } from '../../testing/scratch-git-server.ts';
import { scratchRepository } from '../../testing/scratch-repository.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const scratch = scratchRepository();
const asked: (string | undefined)[] = [];
let server: ScratchGitServer;

beforeAll(async () => {
  scratch.commit('trunk', { files: { a: 'a' } });
  scratch.commit('side', { files: { b: 'b' } });
  scratch.git('tag', 'v1', 'trunk');
  scratch.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
  server = await scratchGitServer(scratch.path, (request) => {
    asked.push(request.headers.authorization);
    return {};
  });
});
afterAll(async () => {
  await server.close();
  scratch.remove();
});

onBothDatabases('imports', (app) => {
  const text = 'The address could not be reached or is not allowed';

  it('are of sources that the settings name, and so many a minute', async () => {
    const { token } = await app().user('abe');
    const admin = await app().user('root1', { admin: true });
    const set = (json: object) =>
      app().call('PUT /application/settings', { token: admin.token, json });
    const json = { name: 'probe', import_url: server.url };
    const create = () => app().call('POST /projects', { token, json });
    for (const import_sources of [[], ['github', 'gitlab_project']]) {
      await set({ import_sources });
      const refused = await create();
      expect([refused.status, refused.json.message]).toEqual([
        403,
        'git is not among the import_sources of this server.',
      ]);
    }
    await set({ import_sources: ['git'] });
    expect((await create()).status).toBe(400);
    const allowed = { allow_local_requests_from_web_hooks_and_services: true };
    // Far from the end of a minute of the clock.
    app().clock.set((Math.floor(app().clock.now() / 60_000) + 1) * 60_000);
    await set({ ...allowed, project_import_limit: 1 });
    expect((await create()).status).toBe(201);
    const beyond = await app().call('POST /projects', { token, json: { ...json, name: 'more' } });
    expect([beyond.status, Number(beyond.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await app().drain();
    await set({
      allow_local_requests_from_web_hooks_and_services: false,
      project_import_limit: 0,
    });
  });

  it('an address inside the network is refused until the settings allow it', async () => {
    const { token } = await app().user('ann');
    for (const url of [
      server.url,
      'http://[::ffff:127.0.0.1]/x.git',
      'http://169.254.169.254/',
      'file:///etc/passwd',
      'ssh://git@example.test/x.git',
      'ext::sh -c id',
    ]) {
      const answer = await app().call('POST /projects', {
        token,
        json: { name: 'probe', import_url: url },
      });
      expect([url, answer.status]).toEqual([url, 400]);
      expect(Object.keys(answer.json.message)).toEqual(['import_url']);
    }
    expect((await app().call('GET /projects?owned=true', { token })).json).toEqual([]);
  });

  it('an import brings branches, tags and the default branch, and no secret', async () => {
    const admin = await app().user('root2', { admin: true });
    const allowed = await app().call('PUT /application/settings', {
      token: admin.token,
      json: { allow_local_requests_from_web_hooks_and_services: true },
    });
    expect(allowed.status).toBe(200);
    const { token } = await app().user('bea');
    const import_url = server.url.replace('http://', 'http://user:s%2Fcret@');
    const made = await app().call('POST /projects', { token, json: { name: 'ship', import_url } });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      import_status: 'scheduled',
      import_url: expect.not.stringContaining('cret'),
    });
    asked.length = 0;
    await app().drain();
    const path = `/projects/${made.json.id}`;
    const done = (await app().call(`GET ${path}`, { token })).json;
    expect(done).toMatchObject({
      import_status: 'finished',
      import_error: null,
      default_branch: 'trunk',
      empty_repo: false,
    });
    const basic = `Basic ${Buffer.from('user:s/cret').toString('base64')}`;
    expect(new Set(asked)).toEqual(new Set([basic]));
    const branches = await app().call(`GET ${path}/repository/branches`, { token });
    expect(branches.json.map((one: { name: string }) => one.name)).toEqual(['side', 'trunk']);
    const tags = await app().call(`GET ${path}/repository/tags`, { token });
    expect(tags.json).toMatchObject([{ name: 'v1' }]);
    const jobs = await app().deps.db.selectFrom('jobs').select(['payload', 'last_error']).execute();
    expect(JSON.stringify(jobs)).not.toContain('cret');
  });

  it('an import that fails says so in one text, whatever the reason', async () => {
    const { token } = await app().user('cid');
    const errors: (string | null)[] = [];
    for (const url of [`${server.url}/nothing`, 'http://127.0.0.1:1/x.git']) {
      const name = `lost ${errors.length}`;
      const made = await app().call('POST /projects', { token, json: { name, import_url: url } });
      await app().drain();
      const { json } = await app().call(`GET /projects/${made.json.id}`, { token });
      expect(json).toMatchObject({ import_status: 'failed', empty_repo: true });
      errors.push(json.import_error);
    }
    expect(errors).toEqual([text, text]);
  });
});
