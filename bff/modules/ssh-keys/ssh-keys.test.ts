import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { publicKeyText } from '../../testing/ssh-key-texts.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';
import { keyToSignIn } from './sign-in-rules.ts';

onBothDatabases('SSH keys of people', (app) => {
  const as = (who: { token: string }, request: string, json?: object) =>
    app().call(request, { token: who.token, json });

  it('are added, read and removed by their owner, who is told by mail', async () => {
    const ann = await app().user('ann');
    const key = `${publicKeyText('ed25519')} ann@laptop`;
    const made = await as(ann, 'POST /user/keys', { title: 'Laptop', key });
    const record = {
      id: made.json.id,
      title: 'Laptop',
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
      key,
      usage_type: 'auth_and_signing',
    };
    expect([made.status, made.json]).toEqual([201, record]);
    expect((await as(ann, 'GET /user/keys')).json).toEqual([made.json]);
    expect((await as(ann, `GET /user/keys/${made.json.id}`)).json).toEqual(made.json);
    const reader = { token: await app().tokenOf(ann.user, ['read_user']) };
    expect((await as(reader, 'GET /user/keys')).status).toBe(200);
    expect((await as(reader, 'POST /user/keys', { title: 'x', key })).status).toBe(403);
    const [mail] = await app().deps.db.selectFrom('mails').selectAll().execute();
    expect([mail?.to, mail?.text]).toEqual([
      ann.user.email,
      expect.stringContaining('The key Laptop (SHA256:'),
    ]);
    const taken = await as(ann, 'POST /user/keys', { title: 'Again', key });
    expect([taken.status, taken.json]).toEqual([
      400,
      { message: { fingerprint_sha256: ['has already been taken'] } },
    ]);
    const bad = { title: '', key: 'x', expires_at: 'x' };
    expect((await as(ann, 'POST /user/keys', bad)).json).toEqual({
      error: 'expires_at is invalid',
    });
    const over = { title: '', key: publicKeyText('rsa', 1024), expires_at: '2026-01-01T00:00:00Z' };
    expect((await as(ann, 'POST /user/keys', over)).json).toEqual({
      message: { title: ["can't be blank"], key: ['has expired'] },
    });
    const gone = await as(ann, `DELETE /user/keys/${made.json.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    const again = await as(ann, `DELETE /user/keys/${made.json.id}`);
    expect([again.status, again.json]).toEqual([404, { message: '404 Key Not Found' }]);
  });

  it('and deploy keys live no longer than the settings allow, those that are there included (max_ssh_key_lifetime)', async () => {
    const { path, token, call } = await ciProject(app(), 'lou');
    const root = await app().user('harbourmaster', { admin: true });
    const me = { token };
    const inDays = (days: number, seconds = 0) =>
      new Date(app().clock.now() + days * 86_400_000 + seconds * 1000).toISOString();
    const deploy = (expires_at?: string) =>
      as(me, `POST ${path}/deploy_keys`, { title: 'd', key: publicKeyText('ed25519'), expires_at });
    const own = (expires_at?: string) =>
      as(me, 'POST /user/keys', { title: 'o', key: publicKeyText('ed25519'), expires_at });
    const limit = (max_ssh_key_lifetime: number | null) =>
      as(root, 'PUT /application/settings', { max_ssh_key_lifetime });
    for (const title of ['endless', 'short']) {
      const expires_at = title === 'short' ? inDays(3) : undefined;
      const body = { title, key: publicKeyText('ed25519'), expires_at };
      expect((await as(me, `POST ${path}/deploy_keys`, body)).status).toBe(201);
    }
    expect((await limit(10)).json.max_ssh_key_lifetime).toBe(10);
    const [none, late] = [
      'has no expiration date but an expiration date is required for SSH keys on this instance. Contact the instance administrator.',
      'has an invalid expiration date. Set a shorter lifetime for the key or contact the instance administrator.',
    ];
    expect((await own()).json).toEqual({ message: { key: [none] } });
    expect((await own(inDays(10, 1))).json).toEqual({ message: { key: [late] } });
    expect((await own(inDays(10))).status).toBe(201);
    expect((await deploy()).json).toEqual({ message: { 'deploy_key.key': [none] } });
    expect((await deploy(inDays(10, 1))).json).toEqual({ message: { 'deploy_key.key': [late] } });
    expect((await deploy(inDays(10))).status).toBe(201);
    const instance = { title: 'i', key: publicKeyText('ed25519') };
    expect((await as(root, 'POST /deploy_keys', instance)).json).toEqual({
      message: { key: [none] },
    });
    const shown = (await call(`GET /bff${path}/deploy_keys`)).json;
    expect(shown).toMatchObject([
      { title: 'endless', works_for_git: false },
      { title: 'short', works_for_git: true },
      { title: 'd', works_for_git: true },
    ]);
    await limit(null);
    expect((await own()).status).toBe(201);
    expect((await call(`GET /bff${path}/deploy_keys`)).json[0].works_for_git).toBe(true);
  });

  it('are seen by others without their comments, and given by administrators alone', async () => {
    const [bob, eve, root] = [
      await app().user('bob'),
      await app().user('eve'),
      await app().user('root', { admin: true }),
    ];
    const text = publicKeyText('ecdsa', 384);
    const json = { title: 'Desk', key: `${text} bob@desk`, usage_type: 'auth' };
    expect((await as(eve, `POST /users/${bob.id}/keys`, json)).status).toBe(403);
    const made = await as(root, `POST /users/${bob.id}/keys`, json);
    expect([made.status, made.json.usage_type]).toEqual([201, 'auth']);
    const { id } = made.json;
    expect((await as(bob, 'GET /user/keys')).json).toEqual([made.json]);
    expect((await as(eve, 'GET /users/bob/keys')).json).toEqual([{ ...made.json, key: text }]);
    expect((await as(eve, `GET /users/${bob.id}/keys/${id}`)).json.key).toBe(text);
    expect((await as(eve, `GET /user/keys/${id}`)).status).toBe(404);
    expect((await as(eve, `DELETE /user/keys/${id}`)).status).toBe(404);
    expect((await as(eve, `DELETE /users/bob/keys/${id}`)).status).toBe(403);
    expect((await as(eve, 'GET /users/nobody/keys')).json).toEqual({
      message: '404 User Not Found',
    });
    expect((await app().call('GET /users/bob/keys')).status).toBe(401);
    expect((await as(root, `DELETE /users/${bob.id}/keys/${id}`)).status).toBe(204);
    expect((await as(bob, 'GET /user/keys')).json).toEqual([]);
  });

  it('of lengths and types that are too weak are stored, and do not sign in', async () => {
    const kit = await app().user('kit');
    const signsIn = async (type: 'rsa' | 'dsa', bits: number) => {
      const key = publicKeyText(type, bits);
      const made = await as(kit, 'POST /user/keys', { title: `${type} ${bits}`, key });
      expect(made.status).toBe(201);
      const blob = Buffer.from(key.split(' ')[1] ?? '', 'base64');
      return (await keyToSignIn(actAs(app(), kit.user), blob))?.id === made.json.id;
    };
    expect(await signsIn('rsa', 2048)).toBe(true);
    expect(await signsIn('rsa', 1024)).toBe(false);
    expect(await signsIn('dsa', 1024)).toBe(false);
  });
});
