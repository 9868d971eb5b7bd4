import { beforeAll, expect, it } from 'vitest';
import { deployKeyProject } from '../../testing/deploy-key-project.ts';
import { fingerprintOf, publicKeyText } from '../../testing/ssh-key-texts.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

onBothDatabases('the reach of deploy keys', (app) => {
  let root: TestUser;
  const project = () => deployKeyProject(app());
  let made = 0;

  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });

  it('of the instance are public, and stay when no project has them', async () => {
    const { path, keys, call, as, add } = await project();
    const key = publicKeyText('ecdsa');
    for (const request of ['GET /deploy_keys', 'POST /deploy_keys', 'GET /bff/deploy_keys']) {
      expect((await call(request, { json: {} })).status).toBe(403);
      expect((await app().call(request)).status).toBe(401);
    }
    const bad = await as(root, 'POST /deploy_keys', { title: '', key: 'x' });
    expect([bad.status, bad.json]).toEqual([
      400,
      {
        message: {
          title: ["can't be blank"],
          key: ['is invalid'],
          fingerprint_sha256: ['cannot be generated'],
        },
      },
    ]);
    const expires_at = '2027-02-01T00:00:00Z';
    const created = await as(root, 'POST /deploy_keys', { title: 'Fleet', key, expires_at });
    expect([created.status, Object.keys(created.json)]).toEqual([
      201,
      [
        'id',
        'title',
        'created_at',
        'expires_at',
        'last_used_at',
        'key',
        'usage_type',
        'fingerprint',
        'fingerprint_sha256',
      ],
    ]);
    expect(created.json).toMatchObject({
      expires_at: '2027-02-01T00:00:00.000Z',
      usage_type: 'auth_and_signing',
    });
    const twice = await as(root, 'POST /deploy_keys', { title: 'Fleet', key });
    expect(twice.json).toEqual({
      message: { fingerprint_sha256: ['has already been taken'] },
    });
    const withPush = await add({ title: 'x', key, can_push: true });
    expect(withPush.json).toEqual({ ...created.json, can_push: true });
    const { json: reader } = await add({ title: 'Reader', key: publicKeyText('ed25519') });
    expect(
      (await call(`PUT ${keys}/${created.json.id}`, { json: { title: 'y' } })).json.title,
    ).toBe('Fleet');

    const all = await as(root, 'GET /deploy_keys?per_page=100');
    const { json: place } = await call(`GET ${path}`);
    const identity = {
      id: place.id,
      description: place.description,
      name: place.name,
      name_with_namespace: place.name_with_namespace,
      path: place.path,
      path_with_namespace: place.path_with_namespace,
      created_at: place.created_at,
    };
    const listed = (id: number) => all.json.find((one: { id: number }) => one.id === id);
    expect(listed(created.json.id)).toEqual({
      ...created.json,
      projects_with_write_access: [identity],
      projects_with_readonly_access: [],
    });
    expect(listed(reader.id)).toMatchObject({
      projects_with_write_access: [],
      projects_with_readonly_access: [identity],
    });
    const publics = await as(root, 'GET /deploy_keys?public=true');
    expect(publics.json).toEqual([listed(created.json.id)]);

    expect((await call(`DELETE ${keys}/${created.json.id}`)).status).toBe(204);
    expect((await as(root, 'GET /deploy_keys?public=1')).json).toMatchObject([
      { id: created.json.id, projects_with_write_access: [] },
    ]);
    const enabled = await call(`POST ${keys}/${created.json.id}/enable`);
    expect([enabled.status, enabled.json]).toEqual([201, { ...created.json, can_push: false }]);
    expect((await as(root, `DELETE /bff/deploy_keys/${created.json.id}`)).status).toBe(204);
    expect((await as(root, 'GET /deploy_keys?public=1')).json).toEqual([]);
    expect((await call(`GET ${keys}/${created.json.id}`)).status).toBe(404);
    expect((await call(`GET ${keys}`)).json).toEqual([reader]);
  });

  it('of a user are those of the projects that they share with whoever asks and maintains them', async () => {
    const { add, member, as, token } = await project();
    const other = await project();
    await other.add({ title: 'Elsewhere', key: publicKeyText('ed25519') });
    const { json: key } = await add({ title: 'Shared', key: publicKeyText('ed25519') });
    const { can_push: _, ...record } = key;
    const devi = await member(`devi${++made}`, 30);
    const owner = { token };
    const of = `GET /users/${devi.username}/project_deploy_keys`;
    const list = await as(owner, of);
    expect([list.status, list.json]).toEqual([200, [record]]);
    expect((await as(owner, `GET /users/${devi.id}/project_deploy_keys`)).json).toEqual([record]);
    expect((await as(devi, of)).json).toEqual([]);
    expect((await as({ token: other.token }, of)).json).toEqual([]);
    const unknown = await as(owner, 'GET /users/nobody-here/project_deploy_keys');
    expect([unknown.status, unknown.json]).toEqual([404, { message: '404 User Not Found' }]);
    expect((await app().call(of)).status).toBe(401);
  });

  it('are for Maintainers on every route (CVE-2023-3509, CVE-2022-2095, Gogs GHSA-5r2v: others edited and saw them)', async () => {
    const { path, keys, add, call, member } = await project();
    const { json: key } = await add({ title: 'Mine', key: publicKeyText('ed25519') });
    const devi = await member(`dev${++made}`, 30);
    const odd = await app().user(`odd${made}`);
    const one = `${keys}/${key.id}`;
    const requests = [
      `GET ${keys}`,
      `GET ${one}`,
      `POST ${keys}`,
      `PUT ${one}`,
      `DELETE ${one}`,
      `POST ${one}/enable`,
      `GET /bff${keys}`,
    ];
    for (const request of requests) {
      // Wrong in every way: who may not is told so before what is wrong.
      const sent = (token: string | undefined) => app().call(request, { token, json: {} });
      expect([request, (await sent(undefined)).status]).toEqual([request, 401]);
      expect([request, (await sent(odd.token)).status]).toEqual([request, 404]);
      expect([request, (await sent(devi.token)).status]).toEqual([request, 403]);
    }
    const preview = (who: { token: string }) =>
      app().call('POST /bff/previews/deploy_key', {
        token: who.token,
        json: { key: key.key, project: path.split('/').at(-1) },
      });
    expect((await preview(devi)).status).toBe(403);
    expect((await preview(odd)).status).toBe(404);
    expect((await call(`GET ${one}`)).json).toEqual(key);
    await call(`POST ${path}/archive`);
    expect((await call(`GET ${keys}`)).json).toEqual([key]);
    expect((await add({ title: 'x', key: publicKeyText('ed25519') })).status).toBe(403);
  });

  it('tell before they are added what they are and what adding them would do', async () => {
    const { projectId, add, as, token } = await project();
    const there = await project();
    const mona = await there.member(`mo${++made}`, 40);
    const preview = async (key: string, who: { token: string } = { token }) =>
      (
        await as(who, 'POST /bff/previews/deploy_key', {
          key,
          ...(who === mona ? { project: String(there.projectId) } : { project: String(projectId) }),
        })
      ).json;
    const key = publicKeyText('ed25519_sk');
    expect(await preview(`${key}  a b\n`)).toEqual({
      valid: true,
      problems: {},
      key: `${key} a b`,
      comment: 'a b',
      type: 'ed25519_sk',
      bits: 256,
      fingerprint: expect.stringMatching(/^..:/),
      fingerprint_sha256: fingerprintOf(key),
      works_for_git: true,
      known: 'no',
      known_title: null,
    });
    expect(await preview('x')).toMatchObject({
      valid: false,
      problems: { key: ['is invalid'], fingerprint_sha256: ['cannot be generated'] },
      type: null,
    });
    const git = publicKeyText('rsa', 2048);
    await add({ title: 'Here', key: git });
    expect(await preview(git)).toMatchObject({
      valid: true,
      works_for_git: true,
      known: 'here',
      known_title: 'Here',
    });
    expect(await preview(git, mona)).toMatchObject({
      valid: false,
      known: 'taken',
      known_title: null,
    });
    await as({ token }, `POST /projects/${projectId}/members`, {
      user_id: mona.id,
      access_level: 40,
    });
    expect(await preview(git, mona)).toMatchObject({
      valid: true,
      known: 'joins',
      known_title: 'Here',
    });
    expect((await preview(publicKeyText('rsa', 1024))).works_for_git).toBe(false);
  });
});
