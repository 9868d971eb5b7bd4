import { expect, it } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { matches } from './rules.ts';

it.each([
  ['main', 'main', true],
  ['main', 'main2', false],
  ['*', 'anything/at/all', true],
  ['release/*', 'release/1.0', true],
  ['release/*', 'release', false],
  ['*-stable', '1-2-stable', true],
  ['*-stable', '1-2-stable-x', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'acb', false],
  ['ab*ba', 'aba', false],
  ['*a*a*', 'a', false],
])('the wildcard %s means %s: %s', (pattern, branch, is) => {
  expect(matches(pattern, branch)).toBe(is);
});

it('a wildcard of many stars is matched in linear time', () => {
  const started = performance.now();
  expect(matches(`${'*a'.repeat(5000)}b`, 'a'.repeat(50_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});

onBothDatabases('protected branches', (app) => {
  const levels = (rows: { access_level: number | null }[]) => rows.map((row) => row.access_level);

  it('a branch is protected, listed, changed and opened again', async () => {
    const { call, project, commit, group } = await harbor(app(), 'ann');
    await commit({ a: 'a' });
    const path = `${project}/protected_branches`;
    expect((await call(`GET ${path}`)).json).toMatchObject([
      {
        name: 'main',
        push_access_levels: [{ access_level: 40, access_level_description: 'Maintainers' }],
        merge_access_levels: [{ access_level: 40, user_id: null, group_id: null }],
        unprotect_access_levels: [],
        allow_force_push: false,
        code_owner_approval_required: false,
        inherited: false,
      },
    ]);
    const made = await call(`POST ${path}`, {
      name: 'release/*',
      push_access_level: 0,
      merge_access_level: 30,
      allow_force_push: true,
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      name: 'release/*',
      push_access_levels: [{ access_level: 0, access_level_description: 'No one' }],
      merge_access_levels: [
        { access_level: 30, access_level_description: 'Developers + Maintainers' },
      ],
      allow_force_push: true,
    });
    const one = `${path}/release%2F*`;
    expect((await call(`GET ${one}`)).json).toEqual(made.json);
    const twice = await call(`POST ${path}`, { name: 'release/*' });
    expect([twice.status, twice.json]).toEqual([
      409,
      { message: "Protected branch 'release/*' already exists" },
    ]);
    const [entry] = made.json.push_access_levels;
    const groupId = Number(group.split('/').at(-1));
    const changed = await call(`PATCH ${one}`, {
      allow_force_push: false,
      allowed_to_push: [{ id: entry.id, access_level: 40 }, { group_id: groupId }],
      allowed_to_merge: [{ id: made.json.merge_access_levels[0].id, _destroy: true }],
    });
    expect(changed.json).toMatchObject({
      push_access_levels: [
        { id: entry.id, access_level: 40 },
        { access_level: null, group_id: groupId, access_level_description: 'ann' },
      ],
      merge_access_levels: [],
      allow_force_push: false,
    });
    expect((await call(`GET ${path}?search=REL`)).json).toHaveLength(1);
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    const gone = await call(`GET ${one}`);
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Protected Branch Not Found' }]);
    const actions = await app()
      .deps.db.selectFrom('audit_events')
      .select('action')
      .where('subject_type', '=', 'ProtectedBranch')
      .where('project_id', '=', Number(project.split('/').at(-1)))
      .orderBy('id')
      .execute();
    expect(actions.map((row) => row.action)).toEqual([
      'protected_branch.create',
      'protected_branch.update',
      'protected_branch.remove',
    ]);
  });

  it('roles, people and groups decide who commits to a protected branch', async () => {
    const { call, project, commit, member } = await harbor(app(), 'bea');
    await commit({ a: 'a' });
    await call(`POST ${project}/repository/branches`, { branch: 'release/1', ref: 'main' });
    const dev = await member('bdev', 30);
    const friend = await member('bfriend', 30);
    const crew = (await call('POST /groups', { name: 'crew', path: 'bea-crew' })).json;
    const mate = await member('bmate', 30);
    await call(`POST /groups/${crew.id}/members`, { user_id: mate.id, access_level: 10 });
    const path = `${project}/protected_branches`;
    let count = 0;
    const tries = async () => {
      const answers: number[] = [];
      for (const { as } of [dev, friend, mate]) {
        count += 1;
        const answer = await as(`POST ${project}/repository/files/f${count}`, {
          branch: 'release/1',
          content: 'x',
          commit_message: 'x',
        });
        answers.push(answer.status);
      }
      return answers;
    };
    expect(await tries()).toEqual([201, 201, 201]);
    const made = await call(`POST ${path}`, {
      name: 'release/*',
      allowed_to_push: [{ user_id: friend.id }, { group_id: crew.id }],
    });
    expect(levels(made.json.push_access_levels)).toEqual([null, null]);
    expect(made.json.push_access_levels[0].access_level_description).toBe('Bfriend');
    expect(await tries()).toEqual([403, 201, 201]);
    const seen = await dev.as(`GET ${project}/repository/branches/release%2F1`);
    expect(seen.json).toMatchObject({ protected: true, can_push: false });
    await call(`POST ${path}`, { name: 'release/1', push_access_level: 30 });
    expect(await tries()).toEqual([201, 201, 201]);
    await call(`DELETE ${path}/release%2F1`);
    await call(`DELETE ${path}/release%2F*`);
    await call(`POST ${path}`, { name: 'rel*', push_access_level: 0 });
    expect(await tries()).toEqual([403, 403, 403]);
    const owner = await commit({ z: 'z' }, 'release/1');
    expect(owner.status).toBe(403);
  });

  it('only Maintainers see and change protection, and only those named take it off', async () => {
    const { call, project, commit, member } = await harbor(app(), 'cid');
    await commit({ a: 'a' });
    const dev = await member('cdev', 30);
    const maintainer = await member('cmaintainer', 40);
    const outsider = await member('coutsider', 0);
    const path = `${project}/protected_branches`;
    const statuses = async (as: typeof call) => [
      (await as(`GET ${path}`)).status,
      (await as(`POST ${path}`, { name: 'x' })).status,
      (await as(`PATCH ${path}/main`, { allow_force_push: true })).status,
      (await as(`DELETE ${path}/main`)).status,
    ];
    expect(await statuses(dev.as)).toEqual([403, 403, 403, 403]);
    expect(await statuses(outsider.as)).toEqual([404, 404, 404, 404]);
    expect((await app().call(`GET ${path}`)).status).toBe(401);
    const admin = await app().user('cadmin', { admin: true });
    const locked = await call(`POST ${path}`, { name: 'locked', unprotect_access_level: 60 });
    expect(levels(locked.json.unprotect_access_levels)).toEqual([60]);
    for (const as of [call, maintainer.as]) {
      expect((await as(`DELETE ${path}/locked`)).status).toBe(403);
      expect((await as(`PATCH ${path}/locked`, { allow_force_push: true })).status).toBe(403);
    }
    const opened = await app().call(`DELETE ${path}/locked`, { token: admin.token });
    expect(opened.status).toBe(204);
    expect(await statuses(maintainer.as)).toEqual([200, 201, 200, 204]);
  });

  it('what cannot be protected is refused and changes nothing', async () => {
    const { call, project, commit } = await harbor(app(), 'dan');
    await commit({ a: 'a' });
    const stranger = await app().user('dstranger');
    const path = `${project}/protected_branches`;
    const refused = async (request: string, json: object) => {
      const answer = await call(request, json);
      expect(answer.status).toBe(400);
      return answer.json.message ?? answer.json.error;
    };
    const create = `POST ${path}`;
    expect(await refused(create, {})).toBe('name is missing, name is empty');
    expect(await refused(create, { name: 'a..b' })).toEqual({ name: ['is invalid'] });
    expect(await refused(create, { name: 'x', push_access_level: 20 })).toBe(
      'push_access_level does not have a valid value',
    );
    expect(await refused(create, { name: 'x', allowed_to_push: [{}] })).toEqual({
      allowed_to_push: ['must name one of access_level, user_id and group_id'],
    });
    expect(
      await refused(create, { name: 'x', allowed_to_merge: [{ user_id: stranger.id }] }),
    ).toEqual({ allowed_to_merge: [`user ${stranger.id} cannot push to this project`] });
    expect(await refused(create, { name: 'x', allowed_to_push: [{ group_id: 999_999 }] })).toEqual({
      allowed_to_push: ['group 999999 does not exist'],
    });
    expect(
      await refused(`PATCH ${path}/main`, {
        allow_force_push: true,
        allowed_to_push: [{ id: 999_999, access_level: 30 }],
      }),
    ).toEqual({ allowed_to_push: ['has no entry 999999'] });
    expect((await call(`GET ${path}`)).json).toMatchObject([
      { name: 'main', allow_force_push: false },
    ]);
  });
});
