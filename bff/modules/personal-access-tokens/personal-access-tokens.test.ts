import { describe, expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('personal access tokens', (app) => {
  it('a user creates a token, uses it, and revokes it', async () => {
    const ann = await app().user('ann');
    const made = await app().call('POST /user/personal_access_tokens', {
      token: ann.token,
      json: { name: 'laptop', scopes: ['api'], expires_at: '2027-01-31' },
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: 'laptop', active: true, expires_at: '2027-01-31' });
    expect(made.json.token).toMatch(/^qdp-[\w-]{20}$/);

    const used = await app().call('GET /user', { token: made.json.token });
    expect(used.json).toMatchObject({ username: 'ann', state: 'active' });

    const gone = await app().call(`DELETE /personal_access_tokens/${made.json.id}`, {
      token: ann.token,
    });
    expect([gone.status, gone.text]).toEqual([204, '']);
    const refused = await app().call('GET /user', { token: made.json.token });
    expect(refused.status).toBe(401);
    expect(refused.json.error).toBe('invalid_token');
    expect(refused.json.error_description).toContain('revoked');
  });

  it('a token text is shown once and stored as a hash alone', async () => {
    const bea = await app().user('bea');
    const listed = await app().call('GET /personal_access_tokens', { token: bea.token });
    expect(listed.json).toHaveLength(1);
    expect(listed.text).not.toContain(bea.token);
    const rows = await app().deps.db.selectFrom('personal_access_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(bea.token);
  });

  it('an expired token is refused and says so', async () => {
    const cid = await app().user('cid');
    const made = await app().call('POST /user/personal_access_tokens', {
      token: cid.token,
      json: { name: 'short', scopes: ['api'], expires_at: '2026-11-29' },
    });
    const start = app().clock.now();
    app().clock.set(Date.parse('2026-11-29T00:00:01Z'));
    const refused = await app().call('GET /user', { token: made.json.token });
    app().clock.set(start);
    expect(refused.status).toBe(401);
    expect(refused.json.error_description).toContain('expired');
  });

  it('a token of another user is 404, and administrators see all', async () => {
    const dan = await app().user('dan');
    const eve = await app().user('eve', { admin: true });
    const [own] = (await app().call('GET /personal_access_tokens', { token: dan.token })).json;
    const fay = await app().user('fay');
    const hidden = await app().call(`GET /personal_access_tokens/${own.id}`, { token: fay.token });
    expect(hidden.status).toBe(404);
    const seen = await app().call(`GET /personal_access_tokens/${own.id}`, { token: eve.token });
    expect(seen.json.user_id).toBe(dan.id);
  });

  it('an administrator makes a token for a user, who rotates it', async () => {
    const hana = await app().user('hana', { admin: true });
    const ilse = await app().user('ilse');
    const made = await app().call(`POST /users/${ilse.id}/personal_access_tokens`, {
      token: hana.token,
      json: { name: 'robot', scopes: ['self_rotate'] },
    });
    expect(made.status).toBe(201);
    const own = await app().call('GET /personal_access_tokens/self', { token: made.json.token });
    expect(own.json).toMatchObject({ name: 'robot', user_id: ilse.id });
    expect((await app().call('GET /projects', { token: made.json.token })).status).toBe(403);
    const rotated = await app().call('POST /personal_access_tokens/self/rotate', {
      token: made.json.token,
    });
    expect(rotated.json).toMatchObject({ name: 'robot', scopes: ['self_rotate'], revoked: false });
    expect((await app().call('GET /user', { token: made.json.token })).status).toBe(401);
    const renewed = await app().call('GET /personal_access_tokens/self', {
      token: rotated.json.token,
    });
    expect(renewed.status).toBe(200);
  });

  describe('refuses', () => {
    it.each([
      ['no name', { scopes: ['api'] }, 'name is missing, name is empty'],
      ['a blank name', { name: ' ', scopes: ['api'] }, 'name is empty'],
      ['an unknown scope', { name: 'x', scopes: ['root'] }, 'scopes does not have a valid value'],
      [
        'a date that is none',
        { name: 'x', scopes: ['api'], expires_at: 'soon' },
        'expires_at is invalid',
      ],
    ])('%s', async (_, json, error) => {
      const token = await app().tokenOf((await app().user(`u${Math.random()}`)).user);
      const answer = await app().call('POST /user/personal_access_tokens', { token, json });
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({ error });
    });

    it('administrator scopes to people who are none', async () => {
      const gus = await app().user('gus');
      const answer = await app().call('POST /user/personal_access_tokens', {
        token: gus.token,
        json: { name: 'x', scopes: ['sudo'] },
      });
      expect(answer.json).toEqual({
        message: { scopes: ['can only contain available scopes'] },
      });
    });
  });
});
