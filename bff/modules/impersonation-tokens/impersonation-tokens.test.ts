import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('impersonation tokens', (app) => {
  it('act as their user, are for administrators alone to see, and end when revoked', async () => {
    const root = await app().user('root', { admin: true });
    const ann = await app().user('ann');
    const path = `/users/${ann.id}/impersonation_tokens`;
    const call = (request: string, token: string, json?: object) =>
      app().call(request, { token, ...(json !== undefined && { json }) });
    const wanted = { name: 'support', scopes: ['api'], expires_at: '2027-01-31' };
    const made = await call(`POST ${path}`, root.token, wanted);
    expect(made.status).toBe(201);
    const { token, ...record } = made.json;
    expect(record).toMatchObject({ ...wanted, user_id: ann.id, active: true, impersonation: true });
    expect((await call('GET /user', token)).json.username).toBe('ann');
    const self = await call('GET /personal_access_tokens/self', token);
    expect(self.json).toMatchObject({ id: record.id, name: 'support' });
    const renewed = (await call('POST /personal_access_tokens/self/rotate', token)).json;
    const shown = await call(`GET ${path}/${renewed.id}`, root.token);
    expect([shown.status, shown.json.impersonation]).toEqual([200, true]);
    expect(shown.text).not.toContain(renewed.token);

    const ids = async (query: string) =>
      (await call(`GET ${path}?state=${query}`, root.token)).json.map(
        (row: typeof record) => row.id,
      );
    expect(await ids('all')).toEqual([record.id, renewed.id]);
    expect(await ids('active')).toEqual([renewed.id]);
    expect(await ids('inactive')).toEqual([record.id]);

    // To the user they are not there.
    const own = (await call('GET /personal_access_tokens', ann.token)).json;
    expect(own.map((row: typeof record) => row.name)).not.toContain('support');
    expect((await call(`GET /personal_access_tokens/${renewed.id}`, ann.token)).status).toBe(404);
    expect((await call(`DELETE /personal_access_tokens/${renewed.id}`, ann.token)).status).toBe(
      404,
    );
    expect((await call(`GET ${path}`, ann.token)).status).toBe(403);
    expect((await call(`POST ${path}`, token, wanted)).status).toBe(401);
    expect((await call(`POST ${path}`, renewed.token, wanted)).status).toBe(403);

    const [personal] = own;
    // Nothing is made in the user's name that would outlive the token.
    for (const request of [
      'POST /user/personal_access_tokens',
      `POST /personal_access_tokens/${personal.id}/rotate`,
    ]) {
      expect([request, (await call(request, renewed.token, wanted)).status]).toEqual([
        request,
        403,
      ]);
    }
    expect((await call('GET /personal_access_tokens', ann.token)).json).toHaveLength(own.length);

    for (const id of [personal.id, 0]) {
      const missing = await call(`GET ${path}/${id}`, root.token);
      expect(missing.json).toEqual({ message: '404 Impersonation Token Not Found' });
    }
    const elsewhere = await call(
      `DELETE /users/${root.id}/impersonation_tokens/${renewed.id}`,
      root.token,
    );
    expect(elsewhere.status).toBe(404);
    const nobody = await call('GET /users/999999/impersonation_tokens', root.token);
    expect(nobody.json).toEqual({ message: '404 User Not Found' });
    const bare = await call(`POST ${path}`, root.token, { ...wanted, scopes: ['sudo'] });
    expect(bare.status).toBe(400);

    const gone = await call(`DELETE ${path}/${renewed.id}`, root.token);
    expect([gone.status, gone.text]).toEqual([204, '']);
    const refused = await call('GET /user', renewed.token);
    expect([refused.status, refused.json.error]).toEqual([401, 'invalid_token']);
    const told = await call(
      'GET /bff/audit_events?actor=root&action=impersonation_token.',
      root.token,
    );
    expect(told.json.map((row: { action: string }) => row.action)).toEqual([
      'impersonation_token.revoke',
      'impersonation_token.create',
    ]);
  });

  it('open nothing where the server has them off, and say so', async () => {
    const root = await app().user('chief', { admin: true });
    const bea = await app().user('bea');
    const json = { name: 'support', scopes: ['api'] };
    const path = `POST /users/${bea.id}/impersonation_tokens`;
    const { token } = (await app().call(path, { token: root.token, json })).json;
    const { config } = app().deps;
    const before = config.impersonation;
    config.impersonation = 'off';
    const refused = await app().call('GET /user', { token });
    const own = await app().call('GET /user', { token: bea.token });
    config.impersonation = before;
    expect(refused.status).toBe(401);
    expect(refused.json).toEqual({
      error: 'invalid_token',
      error_description: 'Token is an impersonation token but impersonation was disabled.',
    });
    expect(own.status).toBe(200);
    expect((await app().call('GET /user', { token })).json.username).toBe('bea');
  });
});
