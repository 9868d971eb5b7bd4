import { beforeAll, expect, it } from 'vitest';
import { removeAtOnce } from '../../testing/remove-at-once.ts';
import { deployKeyProject } from '../../testing/deploy-key-project.ts';
import { fingerprintOf, publicKeyText } from '../../testing/ssh-key-texts.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

const missing = [404, { message: '404 Deploy key Not Found' }];

onBothDatabases('deploy keys', (app) => {
  let root: TestUser;
  const project = () => deployKeyProject(app());
  const audited = async (action: string) =>
    (
      await app()
        .deps.db.selectFrom('audit_events')
        .select('id')
        .where('action', '=', action)
        .execute()
    ).length;

  beforeAll(async () => {
    root = await app().user('root', { admin: true });
  });

  it('are added, read, listed, renamed and taken away', async () => {
    const { keys, add, call } = await project();
    const text = `${publicKeyText('ed25519')} ci`;
    const created = await add({ title: 'CI', key: text, expires_at: '2027-01-01T01:00:00+01:00' });
    const record = {
      id: created.json.id,
      title: 'CI',
      created_at: expect.stringMatching(/^2026-11-27T12:\d\d:\d\d\.\d{3}Z$/),
      expires_at: '2027-01-01T00:00:00.000Z',
      last_used_at: null,
      key: text,
      usage_type: 'auth_and_signing',
      fingerprint: expect.stringMatching(/^[0-9a-f]{2}(:[0-9a-f]{2}){15}$/),
      fingerprint_sha256: fingerprintOf(text),
      can_push: false,
    };
    expect([created.status, created.json]).toEqual([201, record]);
    const one = `${keys}/${created.json.id}`;
    const shown = await call(`GET ${one}`);
    expect([shown.status, shown.json]).toEqual([200, created.json]);
    const second = await add({ title: 'Robot', key: publicKeyText('rsa', 2048), can_push: 'yes' });
    expect(second.json).toMatchObject({ title: 'Robot', can_push: true, expires_at: null });
    const list = await call(`GET ${keys}?per_page=1`);
    expect([list.json, list.headers.get('x-total')]).toEqual([[created.json], '2']);

    const renamed = await call(`PUT ${one}`, { json: { title: 'Nightly', can_push: true } });
    expect([renamed.status, renamed.json]).toEqual([
      200,
      { ...created.json, title: 'Nightly', can_push: true },
    ]);
    const nothing = await call(`PUT ${one}`, { json: {} });
    expect([nothing.status, nothing.json]).toEqual([
      400,
      { error: 'title, can_push are missing, at least one parameter must be provided' },
    ]);
    const blank = await call(`PUT ${one}`, { json: { title: ' ', can_push: false } });
    expect([blank.status, blank.json]).toEqual([
      400,
      { message: { 'deploy_key.title': ["can't be blank"] } },
    ]);
    expect((await call(`GET ${one}`)).json).toEqual(renamed.json);

    const old = { headers: { 'if-unmodified-since': 'Thu, 26 Nov 2026 12:00:00 GMT' } };
    const stale = await call(`DELETE ${one}`, old);
    expect([stale.status, stale.json]).toEqual([412, { message: '412 Precondition Failed' }]);
    const gone = await call(`DELETE ${one}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const request of [`GET ${one}`, `DELETE ${one}`, `PUT ${one}`, `POST ${one}/enable`]) {
      const answer = await call(request, { json: { can_push: true } });
      expect([answer.status, answer.json]).toEqual(missing);
    }
    expect((await call(`GET ${keys}/abc`)).json).toEqual({ error: 'key_id is invalid' });
  });

  it('that a project has stay as they are; those in reach are joined; all others are taken', async () => {
    const first = await project();
    const second = await project();
    const third = await project();
    const key = publicKeyText('ed25519');
    const mona = await first.member('mona', 40);
    await second.call(`POST ${second.path}/members`, {
      json: { user_id: mona.id, access_level: 40 },
    });
    const { json: original } = await first.add({ title: 'First', key });
    const before = await audited('deploy_key.create');
    const again = await first.add({ title: 'Other', key: `${key} other`, can_push: true });
    expect([again.status, again.json]).toEqual([201, original]);
    const limit = (days: number | null) =>
      app().call('PUT /application/settings', {
        token: root.token,
        json: { max_ssh_key_lifetime: days },
      });
    await limit(10);
    const body = { key, project: String(first.projectId) };
    for (const json of [
      { title: 'Other', key },
      { title: 'Other', key, expires_at: '2020-01-01T00:00:00Z' },
    ]) {
      const later = await first.add(json);
      expect([later.status, later.json]).toEqual([201, original]);
    }
    const shown = await first.call('POST /bff/previews/deploy_key', { json: body });
    expect(shown.json).toMatchObject({ valid: true, problems: {}, known: 'here' });
    const fresh = await first.add({ title: 'Other', key: publicKeyText('ed25519') });
    expect(fresh.status).toBe(400);
    await limit(null);

    const taken = { message: { 'deploy_key.fingerprint_sha256': ['has already been taken'] } };
    const strange = await second.add({ title: 'Other', key });
    expect([strange.status, strange.json]).toEqual([400, taken]);
    const joined = await second.add({ title: 'Other', key, can_push: true }, mona.token);
    expect([joined.status, joined.json]).toEqual([201, { ...original, can_push: true }]);
    expect([(await first.call(`GET ${first.keys}`)).json]).toEqual([[original]]);
    expect(await audited('deploy_key.create')).toBe(before);
    expect((await third.add({ title: 'x', key }, third.token)).json).toEqual(taken);

    const own = `ssh-ed25519 ${publicKeyText('ed25519').split(' ')[1]}`;
    const mine = await app().call('POST /user/keys', {
      token: third.token,
      json: { title: 'mine', key: own },
    });
    expect(mine.status).toBe(201);
    expect((await third.add({ title: 'x', key: own })).json).toEqual(taken);
  });

  it('of other projects are renamed by administrators alone, and leave with their last project', async () => {
    const first = await project();
    const second = await project();
    const { json: original } = await first.add({ title: 'First', key: publicKeyText('ed25519') });
    const enable = `POST ${second.keys}/${original.id}/enable`;
    const hidden = await second.call(enable);
    expect([hidden.status, hidden.json]).toEqual(missing);
    const mona = await second.member(`mona-of-two`, 40);
    await first.call(`POST ${first.path}/members`, {
      json: { user_id: mona.id, access_level: 40 },
    });
    const enabled = await second.as(mona, enable);
    expect([enabled.status, enabled.json]).toEqual([201, original]);
    expect((await second.as(mona, enable)).json).toEqual(original);

    const one = `${second.keys}/${original.id}`;
    const dropped = await second.call(`PUT ${one}`, { json: { title: 'Mine now' } });
    expect([dropped.status, dropped.json]).toEqual([200, original]);
    const pushes = await second.call(`PUT ${one}`, { json: { title: 'Mine', can_push: true } });
    expect(pushes.json).toEqual({ ...original, can_push: true });
    const byRoot = await second.as(root, `PUT ${one}`, { title: 'Of all' });
    expect(byRoot.json).toMatchObject({ title: 'Of all', can_push: true });
    expect((await first.call(`GET ${first.keys}/${original.id}`)).json).toMatchObject({
      title: 'Of all',
      can_push: false,
    });

    const stored = () =>
      app()
        .deps.db.selectFrom('ssh_keys')
        .select('id')
        .where('id', '=', original.id)
        .executeTakeFirst();
    expect((await first.call(`DELETE ${first.keys}/${original.id}`)).status).toBe(204);
    expect(await stored()).toBeDefined();
    const alone = await second.call(`PUT ${one}`, { json: { title: 'Mine at last' } });
    expect(alone.json.title).toBe('Mine at last');
    expect((await removeAtOnce(second.call, second.path)).status).toBe(202);
    expect(await stored()).toBeUndefined();
  });

  it('are written once by two who add the same one at the same time', async () => {
    const { add, as } = await project();
    const key = publicKeyText('ed25519');
    const answers = await Promise.all([1, 2, 3].map(() => add({ title: 'Same', key })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    const inventory = await as(root, 'GET /bff/deploy_keys?per_page=100&search=same');
    expect(inventory.json).toHaveLength(1);
  });
});
