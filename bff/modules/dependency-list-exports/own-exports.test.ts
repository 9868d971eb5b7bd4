import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const day = 86_400_000;

onBothDatabases('dependency list exports of one’s own', (app) => {
  it('are listed for their author wherever they are of, as long as the place may be seen', async () => {
    const made = await ciProject(app(), 'nil', { 'yarn.lock': '# yarn lockfile v1\n' });
    const { path, member, token, fullPath } = made;
    const create = async (json: object, by = token) =>
      (await made.call(`POST ${path}/dependency_list_exports`, { json, token: by })).json;
    const mate = await member('mate_of_nil', 30);
    const own = async (by: string) =>
      (await app().call('GET /bff/dependency_list_exports', { token: by })).json;
    expect(await own(token)).toEqual([]);
    const group = await app().call('POST /groups', {
      token,
      json: { name: 'Nil', path: 'group-of-nil' },
    });
    const { id } = await create({ export_type: 'csv' });
    const wide = await app().call(`POST /groups/${group.json.id}/dependency_list_exports`, {
      token,
      json: { export_type: 'json_array' },
    });
    await create({ export_type: 'csv' }, mate.token);
    await app().drain();
    expect(await own(token)).toMatchObject([
      { id: wide.json.id, status: 'finished', place: { kind: 'group', full_path: 'group-of-nil' } },
      { id, status: 'finished', place: { kind: 'project', full_path: fullPath } },
    ]);
    expect(await own(mate.token)).toHaveLength(1);
    await app().call(`DELETE ${path}/members/${mate.id}`, { token });
    expect(await own(mate.token)).toEqual([]);
    app().clock.set(app().clock.now() + 8 * day);
    expect(await own(token)).toEqual([]);
  });
});
