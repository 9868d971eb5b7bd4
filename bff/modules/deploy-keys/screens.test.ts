import { beforeAll, expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { publicKeyText } from '../../testing/ssh-key-texts.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

onBothDatabases('screens of deploy keys', (app) => {
  let root: TestUser;
  const as = (who: { token: string }, request: string, json?: object) =>
    app().call(request, { token: who.token, json });
  const titles = (answer: { json: { title: string }[] }) => answer.json.map(({ title }) => title);

  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });

  it('show what keys open here, who vouches for them, and which ones could be enabled', async () => {
    const { path, token, member, call } = await ciProject(app(), 'ann');
    const mona = await member('mona', 40);
    const other = await ciProject(app(), 'bob');
    await other.call(`POST ${other.path}/members`, {
      json: { user_id: mona.id, access_level: 40 },
    });
    const keys = `${path}/deploy_keys`;
    const key = publicKeyText('ed25519');
    const mine = await as(mona, `POST ${keys}`, { title: 'Writer', key, can_push: true });
    await as({ token }, `POST ${keys}`, { title: 'Old', key: publicKeyText('dsa', 1024) });
    await as(mona, `POST ${other.path}/deploy_keys`, {
      title: 'Of Bob',
      key: publicKeyText('rsa', 2048),
    });
    await as(root, 'POST /deploy_keys', { title: 'Fleet', key: publicKeyText('ecdsa') });
    const list = async () => (await call(`GET /bff${keys}`)).json;
    expect(await list()).toMatchObject([
      {
        title: 'Writer',
        enabled: true,
        opens: 'write',
        vouched_by: { username: 'mona' },
        created_by: { username: 'mona' },
        public: false,
        key_type: 'ed25519',
        works_for_git: true,
        projects_count: 1,
      },
      { title: 'Old', opens: 'read', works_for_git: false, vouched_by: { username: 'ann' } },
    ]);
    expect(titles(await call(`GET /bff${keys}?scope=available`))).toEqual(['Fleet']);
    expect(titles(await as(mona, `GET /bff${keys}?scope=available`))).toEqual(['Of Bob', 'Fleet']);
    expect(titles(await as(mona, `GET /bff${keys}?scope=available&search=BOB`))).toEqual([
      'Of Bob',
    ]);
    const print = mine.json.fingerprint_sha256;
    expect(titles(await call(`GET /bff${keys}?search=${encodeURIComponent(print)}`))).toEqual([
      'Writer',
    ]);

    const roleOf = (level: number) =>
      call(`PUT ${path}/members/${mona.id}`, { json: { access_level: level } });
    await roleOf(20);
    expect((await list())[0]).toMatchObject({ can_push: true, opens: 'read' });
    await roleOf(10);
    expect((await list())[0].opens).toBe('none');
    await call(`PUT ${keys}/${mine.json.id}`, { json: { can_push: true } });
    expect((await list())[0]).toMatchObject({ opens: 'write', vouched_by: { username: 'ann' } });
  });

  it('list the keys of the instance by use, expiry and what they open', async () => {
    const { path, token } = await ciProject(app(), 'cyd');
    const add = (title: string, more: object = {}) =>
      as({ token }, `POST ${path}/deploy_keys`, {
        title,
        key: publicKeyText('ed25519'),
        ...more,
      });
    await add('cyd never ends');
    await add('cyd soon', { expires_at: '2026-12-10T00:00:00Z', can_push: true });
    await add('cyd later', { expires_at: '2027-06-01T00:00:00Z' });
    const find = async (query: string) =>
      titles(await as(root, `GET /bff/deploy_keys?search=cyd&${query}`));
    expect(await find('')).toEqual(['cyd never ends', 'cyd soon', 'cyd later']);
    expect(await find('state=expiring')).toEqual(['cyd soon']);
    expect(await find('state=unused')).toEqual([]);
    expect(await find('access=write')).toEqual(['cyd soon']);
    expect(await find('access=none')).toEqual([]);
    expect(await find('public=true')).toEqual([]);
    app().clock.set(Date.parse('2027-03-01T00:00:00Z'));
    expect(await find('state=expired')).toEqual(['cyd soon']);
    expect(await find('state=unused')).toEqual(['cyd never ends', 'cyd soon', 'cyd later']);
    const [soon] = (await as(root, 'GET /bff/deploy_keys?search=cyd+soon')).json;
    expect(soon).toMatchObject({
      expired: true,
      projects_with_write_access: [{ path_with_namespace: 'cyd/of-cyd' }],
    });
  });

  it('tell the Maintainers once, two weeks before a key ends', async () => {
    app().clock.set(Date.parse('2027-03-01T00:00:00Z'));
    const { path, token, member, user } = await ciProject(app(), 'dov');
    const mona = await member('moe', 40);
    await member('dev', 30);
    const add = (title: string, expires_at: string) =>
      as({ token }, `POST ${path}/deploy_keys`, {
        title,
        key: publicKeyText('ed25519'),
        expires_at,
      });
    await add('Soon', '2027-03-14T00:00:00Z');
    await add('Later', '2027-03-20T00:00:00Z');
    await as({ token }, 'POST /user/keys', {
      title: 'Mine',
      key: publicKeyText('ed25519'),
      expires_at: '2027-03-10T00:00:00Z',
    });
    const told = async () => {
      await app().deps.db.deleteFrom('mails').execute();
      await app().deps.db.deleteFrom('jobs').where('kind', '=', 'tend_keys').execute();
      await enqueue(app().ctx, 'tend_keys', {});
      await app().drain();
      const mails = await app().deps.db.selectFrom('mails').selectAll().orderBy('id').execute();
      return mails.map(({ to, subject }) => `${to}: ${subject}`);
    };
    expect(await told()).toEqual([
      `${user.email}: The deploy key Soon expires soon`,
      `${mona.user.email}: The deploy key Soon expires soon`,
      `${user.email}: The SSH key Mine expires soon`,
    ]);
    expect(await told()).toEqual([]);
  });
});
