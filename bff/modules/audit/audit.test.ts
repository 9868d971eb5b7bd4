import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('audit events', (app) => {
  it('administrators read who did what to what, the newest first and by filters', async () => {
    const root = await app().user('root', { admin: true });
    const ann = await app().user('ann');
    const made = await app().call('POST /projects', { token: ann.token, json: { name: 'log' } });
    const start = app().clock.now();
    app().clock.set(start + 60_000);
    const changed = await app().call(`PUT /projects/${made.json.id}`, {
      token: ann.token,
      json: { description: 'kept' },
    });
    const list = async (query: string) =>
      (await app().call(`GET /bff/audit_events${query}`, { token: root.token })).json;
    const [latest] = await list('?per_page=1');
    expect(latest).toEqual({
      id: expect.any(Number),
      actor: { kind: 'user', id: ann.id, name: 'ann' },
      impersonator: null,
      action: 'project.update',
      subject: { type: 'Project', id: made.json.id, name: 'ann/log' },
      project_id: made.json.id,
      group_id: null,
      before: { description: null },
      after: { description: 'kept' },
      ip: '127.0.0.1',
      request_id: changed.headers.get('x-request-id'),
      reason: null,
      created_at: expect.stringMatching(/^2026-11-27T12:01:/),
    });
    const actions = async (query: string) =>
      (await list(query)).map((row: { action: string }) => row.action);
    const both = ['project.update', 'project.create'];
    expect(await actions('?actor=ann&action=project.')).toEqual(both);
    expect(await actions(`?actor_id=${ann.id}&action=project.create`)).toEqual(['project.create']);
    expect(await actions(`?subject_type=Project&subject_id=${made.json.id}`)).toEqual(both);
    expect(await actions(`?project_id=${made.json.id}&per_page=1&page=2`)).toEqual([both[1]]);
    const late = new Date(start + 30_000).toISOString();
    expect(await actions(`?actor=ann&created_after=${late}`)).toEqual(['project.update']);
    expect(await actions(`?actor=ann&action=project.&created_before=${late}`)).toEqual([both[1]]);
    expect(await actions('?actor=nobody')).toEqual([]);
  });

  it('a change by sudo names the administrator behind it', async () => {
    const root = await app().user('boss', { admin: true });
    const bea = await app().user('bea');
    const headers = { Sudo: 'bea' };
    await app().call('POST /projects', { token: root.token, headers, json: { name: 'hers' } });
    const rows = await app().call('GET /bff/audit_events?actor=boss&action=project.create', {
      token: root.token,
    });
    expect(rows.json).toMatchObject([
      { actor: { id: bea.id, name: 'bea' }, impersonator: { id: root.id, name: 'boss' } },
    ]);
  });

  it('a refused change leaves no row', async () => {
    const root = await app().user('chief', { admin: true });
    const cid = await app().user('cid');
    await app().call('POST /projects', { token: cid.token, json: { name: 'one' } });
    const again = await app().call('POST /projects', { token: cid.token, json: { name: 'one' } });
    expect(again.status).toBe(400);
    const rows = await app().call('GET /bff/audit_events?actor=cid&action=project.', {
      token: root.token,
    });
    expect(rows.json).toHaveLength(1);
  });
});
