import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { transact } from '../../context.ts';
import { actAs, onBothDatabases } from '../../testing/test-app.ts';
import { readHead } from '../../git/repository.ts';
import { findGroupById, updateGroup } from '../groups/rules.ts';
import { findProjectById, repositoryPath } from '../projects/rules.ts';
import { updateProject } from '../projects/write-rules.ts';
import { holdPaths } from './path-rules.ts';

const rounds = 3;

onBothDatabases('paths that change at the same time', (app) => {
  let names = 0;
  async function stage() {
    const name = `pilot${(names += 1)}`;
    const { token, user } = await app().user(name);
    const call = (request: string, json?: object) => app().call(request, { token, json });
    const make = async (path: string, parent_id?: number) =>
      (await call('POST /groups', { name: path, path, parent_id })).json;
    const top = await make(`${name}-top`);
    const sub = await make('sub', top.id);
    const json = { name: 'Pier', path: 'pier', namespace_id: sub.id };
    const project = (await call('POST /projects', json)).json;
    /** What a record says of its place, and whom its full path leads to. */
    const pathOf = async (kind: 'groups' | 'projects', id: number) => {
      const { full_path, path_with_namespace } = (await call(`GET /${kind}/${id}`)).json;
      const path: string = full_path ?? path_with_namespace;
      const led = (await call(`GET /${kind}/${encodeURIComponent(path)}`)).json;
      return [path, led.id];
    };
    return { name, user, call, make, top, sub, project, pathOf };
  }

  it('a rename by a record that was read before its ancestor was renamed keeps the new path above', async () => {
    const { name, user, call, top, sub, project, pathOf } = await stage();
    const oldGroup = await findGroupById(app().ctx, sub.id);
    const oldProject = await findProjectById(app().ctx, project.id);
    if (oldGroup === undefined || oldProject === undefined) throw new Error('nothing was staged');
    const above = `${name}-new`;
    await call(`PUT /groups/${top.id}`, { path: above, name: 'Above' });
    await updateGroup(actAs(app(), user), oldGroup, { path: 'tub', name: 'Tub' });
    await updateProject(actAs(app(), user), oldProject, { path: 'quay', name: 'Quay' });
    expect(await pathOf('groups', sub.id)).toEqual([`${above}/tub`, sub.id]);
    expect(await pathOf('projects', project.id)).toEqual([`${above}/tub/quay`, project.id]);
    const { name_with_namespace } = (await call(`GET /projects/${project.id}`)).json;
    expect(name_with_namespace).toBe('Above / Tub / Quay');
  });

  it('a project is removed after whoever changes paths meanwhile', async () => {
    if (app().dialect !== 'postgres') return;
    const { call, project } = await stage();
    const { db } = app().deps;
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
        where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      );
      return rows[0]?.count;
    };
    await call(`DELETE /projects/${project.id}`);
    const name = encodeURIComponent(project.path_with_namespace);
    let isGone = false;
    let removal: Promise<unknown> = Promise.resolve();
    await transact(app().ctx, async (ctx) => {
      await holdPaths(ctx);
      const request = `DELETE /projects/${project.id}?permanently_remove=true&full_path=${name}`;
      removal = call(request).finally(() => {
        isGone = true;
      });
      await vi.waitFor(async () => expect((await waiting()) === 1 || isGone).toBe(true));
      expect(isGone).toBe(false);
    });
    expect(await removal).toMatchObject({ status: 202 });
  });

  it('renames, moves and creations below each other leave every path true', async () => {
    const { name, call, make, top, sub, project, pathOf } = await stage();
    const other = await make(`${name}-other`);
    for (let round = 0; round < rounds; round += 1) {
      const made = await Promise.all([
        call(`POST /projects`, { name: `p${round}`, namespace_id: sub.id }),
        call(`POST /groups`, { name: 'g', path: `g${round}`, parent_id: sub.id }),
        call(`PUT /groups/${top.id}`, { path: `${name}-top${round}` }),
        call(`PUT /groups/${sub.id}`, { path: `sub${round}` }),
        call(`PUT /projects/${project.id}`, { path: `pier${round}` }),
        call(`POST /groups/${sub.id}/transfer`, { group_id: round % 2 ? top.id : other.id }),
        call(`POST /projects`, { name: `q${round}`, namespace_id: sub.id }),
      ]);
      expect(made.map((answer) => answer.status)).toEqual([201, 201, 200, 200, 200, 201, 201]);
      const above = round % 2 ? `${name}-top${round}` : `${name}-other`;
      const place = `${above}/sub${round}`;
      const [first, group, , , , , last] = made;
      expect(await pathOf('groups', sub.id)).toEqual([place, sub.id]);
      for (const [kind, id, path] of [
        ['projects', first?.json.id, `p${round}`],
        ['groups', group?.json.id, `g${round}`],
        ['projects', project.id, `pier${round}`],
        ['projects', last?.json.id, `q${round}`],
      ] as const) {
        expect(await pathOf(kind, id)).toEqual([`${place}/${path}`, id]);
      }
    }
  });

  it('one of two that want the same path has it, the other is told that it is taken', async () => {
    const { name, call, make, top, sub, project } = await stage();
    const namespace_id = sub.id;
    const second = (await call('POST /projects', { name: 'Second', namespace_id })).json;
    const low = await make('low', top.id);
    for (let round = 0; round < rounds; round += 1) {
      const path = `wanted${round}`;
      const pairs = [
        [`PUT /groups/${sub.id}`, `PUT /groups/${low.id}`, { path: `${path}-sub` }],
        [`PUT /projects/${project.id}`, `PUT /projects/${second.id}`, { path }],
        ['POST /groups', 'POST /groups', { name: path, path: `${name}-${path}` }],
        ['POST /projects', 'POST /projects', { name: `${path}-new`, namespace_id }],
        ['POST /groups', 'POST /projects', { name: path, path: `${path}-both` }],
      ] as const;
      for (const [one, two, json] of pairs) {
        const both = { ...json, parent_id: sub.id, namespace_id };
        const body = one === two || !one.startsWith('POST') ? json : both;
        const answers = await Promise.all([call(one, body), call(two, body)]);
        const [had, refused] = answers.toSorted((a, b) => a.status - b.status);
        expect([had?.status, refused?.status]).toEqual([one.startsWith('PUT') ? 200 : 201, 400]);
        expect(refused?.json).toEqual({ message: { path: ['has already been taken'] } });
      }
    }
  });

  it('what is refused changes nothing, the branch that HEAD names included', async () => {
    const { call, project, sub, pathOf } = await stage();
    await call('POST /projects', { name: 'Taken', path: 'taken', namespace_id: sub.id });
    const before = (await call(`GET /projects/${project.id}`)).json;
    const refused = await call(`PUT /projects/${project.id}`, {
      path: 'taken',
      default_branch: 'elsewhere',
    });
    expect(refused.status).toBe(400);
    expect((await call(`GET /projects/${project.id}`)).json).toEqual(before);
    expect((await pathOf('projects', project.id))[1]).toBe(project.id);
    const head = await readHead(repositoryPath(app().ctx, project.id));
    expect(head).toBe('main');
  });
});
