import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testOrigin } from './testing/test-app.ts';

describe('wrong credentials', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp('sqlite', { QD_TRUST_PROXY: '1' });
  });
  afterAll(() => app.close());

  const from = (ip: string, more: Record<string, string> = {}) => ({
    headers: { 'X-Forwarded-For': ip, Origin: testOrigin, ...more },
  });
  const withToken = (ip: string, token: string) =>
    app.call('GET /user', from(ip, { 'PRIVATE-TOKEN': token }));

  it('shut an address out for an hour, by token and by password alike', async () => {
    const ann = await app.user('ann');
    const signIn = (ip: string, password: string) =>
      app.call('POST /bff/session', { ...from(ip), json: { username: 'ann', password } });
    const stranger = '203.0.113.9';
    for (let attempt = 0; attempt < 22; attempt++) await withToken(stranger, 'wrong');
    for (let attempt = 0; attempt < 7; attempt++) await signIn(stranger, 'wrong');
    expect((await withToken(stranger, ann.token)).status).toBe(200);
    expect((await withToken(stranger, 'wrong')).status).toBe(401);
    const refused = await withToken(stranger, ann.token);
    expect([refused.status, refused.json]).toEqual([
      403,
      { message: '403 Forbidden - Too many failed credentials. Try again later' },
    ]);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await signIn(stranger, ann.password)).status).toBe(403);
    expect((await app.call('GET /projects', from(stranger))).status).toBe(200);
    expect((await withToken('203.0.113.10', ann.token)).status).toBe(200);
    app.clock.set(app.clock.now() + 3_600_000);
    expect((await signIn(stranger, ann.password)).status).toBe(201);
  });

  it('that come slowly or from this machine shut nobody out', async () => {
    const bea = await app.user('bea');
    const slow = '203.0.113.20';
    for (let attempt = 0; attempt < 60; attempt++) {
      await withToken(slow, 'wrong');
      app.clock.set(app.clock.now() + 7000);
      await withToken('127.0.0.1', 'wrong');
    }
    expect((await withToken(slow, bea.token)).status).toBe(200);
    expect((await withToken('127.0.0.1', bea.token)).status).toBe(200);
  });
});
