import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { enqueue } from '../../jobs/queue.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { repositoryPath } from '../projects/rules.ts';

const day = 86_400_000;

onBothDatabases('a deletion', (app) => {
  const stage = async (name: string) => {
    const { token } = await app().user(name);
    const call = (request: string, json: object = {}) => app().call(request, { token, json });
    const group = (await call('POST /groups', { name, path: `${name}-group` })).json;
    const inside = { name: 'inner', namespace_id: group.id };
    const inner = (await call('POST /projects', inside)).json;
    const own = (await call('POST /projects', { name: 'own' })).json;
    const marked = async (path: string) =>
      (await call(`GET ${path}`)).json.marked_for_deletion_on as string | null | undefined;
    return { token, call, group, inner, own, marked };
  };
  const tend = async () => {
    await app().deps.db.deleteFrom('jobs').where('kind', '=', 'tend_projects').execute();
    await enqueue(app().ctx, 'tend_projects', {});
    await app().drain();
  };
  const set = async (json: object) => {
    const { token } = await app().user(`chief${Math.round(app().clock.now())}`, { admin: true });
    expect((await app().call('PUT /application/settings', { token, json })).status).toBe(200);
  };

  it('of a project or group marks it, and it is restored with all that is in it', async () => {
    const { call, group, inner, own, marked } = await stage('amy');
    const today = new Date(app().clock.now()).toISOString().slice(0, 10);
    for (const path of [`/projects/${own.id}`, `/groups/${group.id}`]) {
      expect(await marked(path)).toBeNull();
      const first = await call(`DELETE ${path}`);
      expect([first.status, first.json]).toEqual([202, { message: '202 Accepted' }]);
      expect(await marked(path)).toBe(today);
      const second = await call(`DELETE ${path}`);
      expect(second.status).toBe(400);
      expect(second.json.message).toContain('has been already marked for deletion');
      const restored = await call(`POST ${path}/restore`);
      expect([restored.status, restored.json.marked_for_deletion_on]).toEqual([201, null]);
      const again = await call(`POST ${path}/restore`);
      expect(again.json.message).toContain('has not been marked for deletion');
    }
    expect((await call(`GET /projects/${inner.id}`)).status).toBe(200);
    const names = (
      await app()
        .deps.db.selectFrom('audit_events')
        .select('action')
        .where('subject_id', 'in', [own.id, group.id])
        .where('action', 'like', '%.restore')
        .execute()
    ).map(({ action }) => action);
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'group.restore',
      'project.restore',
    ]);
  });

  it('is at once for what is marked and named by its whole path, and for nothing else', async () => {
    const { call, group, inner, own } = await stage('ben');
    for (const [path, full_path, kind] of [
      [`/projects/${own.id}`, 'ben/own', 'project'],
      [`/groups/${group.id}`, 'ben-group', 'group'],
    ] as const) {
      const now = { permanently_remove: true, full_path };
      const early = await call(`DELETE ${path}`, now);
      expect([early.status, early.json.message]).toEqual([
        400,
        `${kind === 'project' ? 'Project' : 'Group'} must be marked for deletion first.`,
      ]);
      await call(`DELETE ${path}`);
      for (const json of [{ ...now, full_path: 'ben' }, { permanently_remove: true }]) {
        const wrong = await call(`DELETE ${path}`, json);
        expect([wrong.status, wrong.json.message]).toEqual([
          400,
          `\`full_path\` is incorrect. You must enter the complete path for the ${kind}.`,
        ]);
      }
      expect((await call(`GET ${path}`)).status).toBe(200);
      expect((await call(`DELETE ${path}`, now)).status).toBe(202);
      expect((await call(`GET ${path}`)).status).toBe(404);
    }
    expect((await call(`GET /projects/${inner.id}`)).status).toBe(404);
    await app().drain();
    expect(existsSync(repositoryPath(app().ctx, inner.id))).toBe(false);
  });

  it('and its taking back are an Owner’s, and hidden from those who may not see the place', async () => {
    const { call, own, inner } = await stage('cat');
    const dan = await app().user('dan');
    const member = { user_id: dan.id, access_level: 40 };
    await call(`POST /projects/${inner.id}/members`, member);
    const asDan = async (request: string) =>
      (await app().call(request, { token: dan.token })).status;
    for (const [request, status] of [
      [`DELETE /projects/${inner.id}`, 403],
      [`POST /projects/${inner.id}/restore`, 403],
      [`DELETE /projects/${own.id}`, 404],
      [`POST /projects/${own.id}/restore`, 404],
    ] as const) {
      expect([request, await asDan(request)]).toEqual([request, status]);
    }
    expect((await app().call(`POST /projects/${own.id}/restore`)).status).toBe(401);
  });

  it('comes after as many days as the setting says, unless the place is restored before', async () => {
    const { call, group, inner, own } = await stage('eva');
    const kept = (await call('POST /projects', { name: 'kept' })).json;
    const status = async (path: string) => (await call(`GET ${path}`)).status;
    await set({ deletion_adjourned_period: 3 });
    const start = app().clock.now();
    await call(`DELETE /projects/${own.id}`);
    await call(`DELETE /projects/${kept.id}`);
    await call(`DELETE /groups/${group.id}`);
    app().clock.set(start + 3 * day - 1000);
    await tend();
    expect(await status(`/projects/${own.id}`)).toBe(200);
    await call(`POST /projects/${kept.id}/restore`);
    await set({ deletion_adjourned_period: 4 });
    app().clock.set(start + 3 * day + 60_000);
    await tend();
    expect(await status(`/projects/${own.id}`)).toBe(200);
    await set({ deletion_adjourned_period: 3 });
    await tend();
    expect(await status(`/projects/${own.id}`)).toBe(404);
    expect(await status(`/groups/${group.id}`)).toBe(404);
    expect(await status(`/projects/${inner.id}`)).toBe(404);
    expect(await status(`/projects/${kept.id}`)).toBe(200);
    expect(existsSync(repositoryPath(app().ctx, own.id))).toBe(false);
    expect(existsSync(repositoryPath(app().ctx, kept.id))).toBe(true);
    await set({ deletion_adjourned_period: 7 });
  });
});
