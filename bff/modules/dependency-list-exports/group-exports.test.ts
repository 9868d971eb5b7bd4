import { expect, it } from 'vitest';
import { spdxErrors } from '../../testing/published-schemas.ts';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';

interface Spdx {
  documentNamespace: string;
  packages: { SPDXID: string; name: string; licenseDeclared: string; externalRefs?: object[] }[];
  relationships: { spdxElementId: string; relationshipType: string; relatedSpdxElement: string }[];
}

onBothDatabases('dependency list exports of groups', (app) => {
  /** A group and one below it, whose projects are made with a lock file each. */
  const fleet = async (owner: TestUser, path: string) => {
    const call = (request: string, json?: object, token = owner.token) =>
      app().call(request, { token, json });
    const group = (await call('POST /groups', { name: path, path })).json;
    const below = { name: 'Sub', path: 'sub', parent_id: group.id };
    const sub = (await call('POST /groups', below)).json;
    const project = async (namespace_id: number, name: string, packages?: object) => {
      const made = (await call('POST /projects', { name, namespace_id })).json;
      if (packages === undefined) return made;
      const content = JSON.stringify({ packages });
      const file = { branch: 'main', commit_message: 'Begin', content };
      const at = `/projects/${made.id}/repository/files/package-lock.json`;
      expect((await call(`POST ${at}`, file)).status).toBe(201);
      return made;
    };
    const create = (export_type: string, token = owner.token, id = group.id) =>
      call(`POST /groups/${id}/dependency_list_exports`, { export_type }, token);
    const download = (id: number, token = owner.token) =>
      call(`GET /dependency_list_exports/${id}/download`, undefined, token);
    return { call, group, sub, project, create, download };
  };
  const only = (name: string) => ({ [`node_modules/${name}`]: { version: '1.0.0' } });

  it('of a group hold all projects below, in the order of groups', async () => {
    const { call, group, sub, project, create, download } = await fleet(
      await app().user('gus'),
      'fleet.1',
    );
    await project(sub.id, 'deep', only('deep'));
    await project(group.id, 'high', only('high'));
    const ids: number[] = [];
    for (const type of ['json_array', 'csv']) ids.push((await create(type)).json.id);
    await app().drain();
    const [array, csv] = [await download(ids[0] ?? 0), await download(ids[1] ?? 0)];
    expect(array.json.map((row: { name: string }) => row.name)).toEqual(['high', 'deep']);
    expect(array.text).toMatch(/^\[\n {2}\{\n {4}"name": "high",/);
    expect(array.json[1]).toEqual({
      name: 'deep',
      packager: 'npm',
      version: '1.0.0',
      licenses: [],
      location: {
        blob_path: expect.stringMatching(
          /^\/fleet\.1\/sub\/deep\/-\/blob\/[0-9a-f]{40}\/package-lock\.json$/,
        ),
        path: 'package-lock.json',
        top_level: false,
        ancestors: [],
      },
    });
    expect(csv.text.split('\n').map((line) => line.split(',')[5])).toEqual([
      'Project',
      'fleet.1/high',
      'fleet.1/sub/deep',
      undefined,
    ]);
    expect(csv.headers.get('content-disposition')).toMatch(
      /filename="fleet-1_dependencies_2026-11-\d\dT\d{4}\.csv"/,
    );
    const empty = (await call('POST /groups', { name: 'Empty', path: 'empty-fleet' })).json;
    const { id } = (await create('json_array', undefined, empty.id)).json;
    await app().drain();
    expect((await download(id)).text).toBe('[]');
    const listed = await call(`GET /bff/groups/${group.id}/dependency_list_exports`);
    expect(listed.json.map((row: { id: number }) => row.id)).toEqual(ids.toReversed());
  });

  it('in SPDX are valid by the published schema: each project is described and needs its packages', async () => {
    const owner = await app().user('sia');
    const { group, sub, project, create, download } = await fleet(owner, 'spdx-fleet');
    const high = await project(group.id, 'high', {
      'node_modules/left': { version: '1.3.0', license: '(ISC OR Apache-2.0)' },
      'node_modules/odd': { version: '1.0.0', license: 'Harbour, "Licence"' },
      'node_modules/@tide/gauge': { version: '2.0.1' },
    });
    // The same package once more, and a project that has nothing.
    const deep = await project(sub.id, 'deep', {
      'node_modules/left': { version: '1.3.0', license: 'ISC' },
    });
    const bare = await project(sub.id, 'bare');
    const { id } = (await create('spdx_2_3_json')).json;
    await app().drain();
    const file = await download(id);
    expect(file.headers.get('content-disposition')).toMatch(
      /filename="spdx-fleet_dependencies_.*\.spdx\.json"/,
    );
    const spdx: Spdx = file.json;
    expect(spdxErrors(spdx)).toBeNull();
    const { packages, relationships } = spdx;
    const ids = packages.map(({ SPDXID }) => SPDXID);
    expect(new Set(ids).size).toBe(ids.length);
    const nameOf = new Map(packages.map(({ SPDXID, name }) => [SPDXID, name]));
    nameOf.set('SPDXRef-DOCUMENT', 'document');
    const told = relationships.map(({ spdxElementId: from, relationshipType: type, ...to }) =>
      [nameOf.get(from), type, nameOf.get(to.relatedSpdxElement)].join(' '),
    );
    expect(told).toEqual([
      'document DESCRIBES spdx-fleet/high',
      'spdx-fleet/high DEPENDS_ON left',
      'spdx-fleet/high DEPENDS_ON odd',
      'spdx-fleet/high DEPENDS_ON @tide/gauge',
      'document DESCRIBES spdx-fleet/sub/deep',
      'spdx-fleet/sub/deep DEPENDS_ON left',
      'document DESCRIBES spdx-fleet/sub/bare',
    ]);
    expect(packages.map(({ name, licenseDeclared }) => [name, licenseDeclared])).toEqual([
      [high.path_with_namespace, 'NOASSERTION'],
      ['left', '(ISC OR Apache-2.0)'],
      ['odd', 'NOASSERTION'],
      ['@tide/gauge', 'NOASSERTION'],
      [deep.path_with_namespace, 'NOASSERTION'],
      ['left', 'ISC'],
      [bare.path_with_namespace, 'NOASSERTION'],
    ]);
  });

  it('are begun by Developers of the group alone, and read by their author while that one is a Developer', async () => {
    const owner = await app().user('ria');
    const { call, group, sub, project, create, download } = await fleet(owner, 'closed-fleet');
    const inside = await project(sub.id, 'inside', only('tide'));
    const member = async (name: string, access_level: number, at = `groups/${group.id}`) => {
      const user = await app().user(name);
      const role = { user_id: user.id, access_level };
      expect((await call(`POST /${at}/members`, role)).status).toBe(201);
      return user;
    };
    const guest = await member('guest_of_ria', 10);
    const reporter = await member('reporter_of_ria', 20);
    const developer = await member('developer_of_ria', 30);
    const below = await member('below_of_ria', 30, `groups/${sub.id}`);
    const worker = await member('worker_of_ria', 40, `projects/${inside.id}`);
    const stranger = await app().user('stranger_to_ria');
    const root = await app().user('root_to_ria', { admin: true });
    const began = async (token: string | undefined, id = group.id) => {
      const answer = await app().call(`POST /groups/${id}/dependency_list_exports`, {
        ...(token && { token }),
        json: { export_type: 'csv' },
      });
      return [answer.status, answer.json.message];
    };
    const [forbidden, hidden] = [
      [403, '403 Forbidden'],
      [404, '404 Group Not Found'],
    ];
    expect(await began(undefined)).toEqual([401, '401 Unauthorized']);
    expect(await began(guest.token)).toEqual(forbidden);
    expect(await began(reporter.token)).toEqual(forbidden);
    expect(await began(stranger.token)).toEqual(hidden);
    expect(await began(stranger.token, 999_999)).toEqual(hidden);
    // A role in a part of the group is none in all of it.
    for (const { token } of [below, worker]) expect((await began(token))[0]).toBeGreaterThan(402);
    expect((await create('csv', below.token, sub.id)).status).toBe(201);
    await call(`PUT /groups/${group.id}`, { visibility: 'internal' });
    expect(await began(stranger.token)).toEqual(forbidden);
    const none = await app()
      .deps.db.selectFrom('dependency_list_exports')
      .select('id')
      .where('group_id', '=', group.id)
      .execute();
    expect(none).toEqual([]);

    // What somebody has of the group above counts below.
    expect((await create('csv', developer.token, sub.id)).status).toBe(201);
    const { id } = (await create('json_array', developer.token)).json;
    await app().drain();
    const show = (token: string) => call(`GET /dependency_list_exports/${id}`, undefined, token);
    expect((await download(id, developer.token)).json).toHaveLength(1);
    for (const other of [owner, below, root]) {
      const answers = [await show(other.token), await download(id, other.token)];
      expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
        forbidden,
        forbidden,
      ]);
      const list = `GET /bff/groups/${sub.id}/dependency_list_exports`;
      const listed = await call(list, undefined, other.token);
      expect(listed.json.map((row: { id: number }) => row.id)).not.toContain(id);
    }
    for (const path of [`${id}`, `${id}/download`]) {
      expect((await app().call(`GET /dependency_list_exports/${path}`)).status).toBe(401);
    }
    await call(`PUT /groups/${group.id}/members/${developer.id}`, { access_level: 20 });
    const lost = [await show(developer.token), await download(id, developer.token)];
    expect(lost.map(({ status }) => status)).toEqual([403, 403]);
    const again = await call(
      `POST /bff/dependency_list_exports/${id}/retry`,
      undefined,
      developer.token,
    );
    expect(again.status).toBe(403);
  });
});
