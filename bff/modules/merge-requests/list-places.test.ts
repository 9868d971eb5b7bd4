import { expect, it } from 'vitest';
import { accessLevels } from '#contract/abilities.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { fresh, workshop } from '../../testing/workshop.ts';

const { guest, reporter } = accessLevels;

onBothDatabases('lists over projects', (app) => {
  it('hold only what the caller may read', async () => {
    const secret = await workshop(app());
    const open = await workshop(app(), { visibility: 'public' });
    await secret.open({ title: fresh('secret') });
    await open.open({ title: fresh('open') });
    const visitor = await secret.member('visitor', guest);
    const reader = await secret.member('reader', reporter);
    const projects = async (query: string, token?: string) => {
      const answer = await app().call(`GET /merge_requests?${query}`, { token });
      if (answer.status !== 200) return answer.status;
      return answer.json.map((row: { project_id: number }) => row.project_id);
    };
    const both = [open.project.id, secret.project.id];
    const all = 'scope=all&per_page=100';
    expect(await projects(all, reader.token)).toEqual(both);
    expect(await projects(all, visitor.token)).toEqual([open.project.id]);
    expect(await projects(all)).toEqual([open.project.id]);
    expect(await projects('')).toBe(401);
    expect(await projects('scope=created_by_me')).toBe(401);
    expect(await projects('', reader.token)).toEqual([]);
    expect(await projects('', secret.owner.token)).toEqual([secret.project.id]);
    expect(await projects(`author_id=${secret.owner.id}`, reader.token)).toEqual([]);
    const listed = await secret.call('GET', { token: visitor.token });
    expect(listed.status).toBe(403);
    expect((await secret.call('GET 1', { token: visitor.token })).status).toBe(403);
    expect((await secret.call('GET 1', { token: '' })).status).toBe(401);
    const anonymous = await app().call(`GET ${open.path}/merge_requests/1`);
    expect([anonymous.status, anonymous.json.user]).toEqual([200, { can_merge: false }]);
    const hidden = await app().call(`GET ${secret.path}/merge_requests`);
    expect([hidden.status, hidden.json.message]).toEqual([404, '404 Project Not Found']);
  });

  it('those of a group reach into subgroups, and leave out archived projects', async () => {
    const boss = await app().user(fresh('boss'));
    const { token } = boss;
    const group = async (path: string, parent_id?: number) =>
      (await app().call('POST /groups', { token, json: { name: path, path, parent_id } })).json;
    const top = await group(fresh('top'));
    const sub = await group('sub', top.id);
    const made: string[] = [];
    for (const namespace_id of [top.id, sub.id]) {
      const place = await workshop(app(), { namespace_id, visibility: 'private' }, boss);
      await place.open();
      made.push(place.path);
    }
    const titles = async (query = '') => {
      const answer = await app().call(`GET /groups/${top.id}/merge_requests${query}`, { token });
      return answer.json.map(
        (row: { references: { relative: string } }) => row.references.relative,
      );
    };
    const [inSub, inTop] = await titles();
    expect(inSub).toMatch(/^sub\/shop\d+!1$/);
    expect(inTop).toMatch(/^shop\d+!1$/);
    await app().call(`POST ${made[1]}/archive`, { token });
    expect(await titles()).toEqual([inTop]);
    expect(await titles('?non_archived=false')).toEqual([inSub, inTop]);
  });
});
