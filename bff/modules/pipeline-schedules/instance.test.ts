import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('schedules of all projects', (app) => {
  it('are found by administrators, those without a working owner too, and handed over in bulk', async () => {
    const root = await app().user('root', { admin: true });
    const [first, second] = [await ciProject(app(), 'ada'), await ciProject(app(), 'bob')];
    const { db } = app().deps;
    const create = async (project: typeof first, json: object) => {
      const often = { ref: 'main', cron: '0 3 * * *', ...json };
      const made = await project.call(`POST ${project.path}/pipeline_schedules`, { json: often });
      if (made.status !== 201) throw new Error(made.text);
      return made.json.id as number;
    };
    const set = (id: number, change: object) =>
      db.updateTable('pipeline_schedules').set(change).where('id', '=', id).execute();
    const devi = await first.member('devi', 30);
    const [early, late] = [
      await create(first, { description: 'Früh 50%', cron: '0 1 * * *' }),
      await create(second, { description: 'Late' }),
    ];
    const idle = await create(second, { description: 'Idle', active: false });
    const [gone, blocked, demoted] = [
      await create(first, { description: 'Gone' }),
      await create(first, { description: 'Blocked' }),
      await create(first, { description: 'Demoted' }),
    ];
    const barred = await app().user('barred');
    const odd = await app().user('odd');
    await set(gone, { owner_id: null });
    await set(blocked, { owner_id: barred.id });
    await db.updateTable('users').set({ state: 'blocked' }).where('id', '=', barred.id).execute();
    const problem_since = '2026-11-27T01:00:00.000Z';
    await set(demoted, {
      owner_id: odd.id,
      problem: 'owner_role',
      problem_text: 'No right',
      problem_since,
    });

    const list = async (query = '') =>
      (await app().call(`GET /bff/schedules?${query}`, { token: root.token })).json;
    const ids = async (query: string) => (await list(query)).map((row: { id: number }) => row.id);
    expect(await ids('')).toEqual([early, late, gone, blocked, demoted, idle]);
    expect(await ids('state=active')).toEqual([early, late, gone, blocked, demoted]);
    expect(await ids('state=inactive')).toEqual([idle]);
    expect(await ids('state=orphaned')).toEqual([gone, blocked, demoted]);
    expect(await ids('state=failing')).toEqual([demoted]);
    expect(await ids('owner=bob')).toEqual([late, idle]);
    expect(await ids('owner=nobody')).toEqual([]);
    expect(await ids('search=FR%C3%9CH%2050%25')).toEqual([early]);
    expect(await ids('search=OF-BOB')).toEqual([late, idle]);
    expect(await ids(`project_id=${first.projectId}&per_page=2&page=2`)).toEqual([
      blocked,
      demoted,
    ]);
    const row = (await list('state=failing'))[0];
    expect(row).toMatchObject({
      project: { id: first.projectId, path_with_namespace: first.fullPath, archived: false },
      owner: { username: 'odd' },
      orphaned: true,
      trouble: { problem: 'owner_role', text: 'No right', since: problem_since },
    });

    const handOver = (json: object) =>
      app().call('POST /bff/schedules/hand_over', { token: root.token, json });
    const given = await handOver({
      ids: [gone, blocked, demoted, late, 0, gone],
      user_id: devi.id,
    });
    expect([given.status, given.json]).toEqual([
      200,
      {
        handed_over: [gone, blocked, demoted],
        refused: [
          { id: late, problem: 'owner_role' },
          { id: 0, problem: 'not_found' },
        ],
      },
    ]);
    expect(await ids('state=orphaned')).toEqual([]);
    expect(await ids('state=failing')).toEqual([]);
    expect(await ids('owner=devi')).toEqual([gone, blocked, demoted]);
    const told = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'pipeline_schedule.take_ownership')
      .execute();
    expect(told.map(({ actor_name, subject_id }) => [actor_name, subject_id])).toEqual(
      [gone, blocked, demoted].map((id) => ['root', id]),
    );
    const { json } = await handOver({ ids: [late], user_id: barred.id });
    expect(json).toEqual({ message: { user_id: ['is not active'] } });
    expect((await handOver({ ids: [late], user_id: 0 })).status).toBe(404);
    const many = Array.from({ length: 101 }, (_, at) => at);
    expect((await handOver({ ids: many, user_id: devi.id })).status).toBe(400);
    await db
      .updateTable('projects')
      .set({ archived: 1 })
      .where('id', '=', second.projectId)
      .execute();
    const archived = await handOver({ ids: [idle], user_id: second.id });
    expect(archived.json.refused).toEqual([{ id: idle, problem: 'archived' }]);
  });

  it('of one project come with their runs, what is to come and what the caller may do', async () => {
    const { path, call, member } = await ciProject(app(), 'cyd', {
      '.gitlab-ci.yml': 'a: { script: a }',
    });
    const devi = await member('devi_of_cyd', 30);
    app().clock.set(Date.parse('2026-11-27T12:00:01Z'));
    const create = async (json: object) =>
      (await call(`POST ${path}/pipeline_schedules`, { json: { description: 'x', ...json } })).json;
    const daily = await create({ ref: 'main', cron: '0 3 * * *' });
    const idle = await create({ ref: 'refs/heads/work', cron: '0 3 * * *', active: false });
    const often = await create({ ref: 'refs/heads/work', cron: '* * * * *' });
    await app().drain();
    for (let at = 0; at < 2; at++) await call(`POST ${path}/pipeline_schedules/${daily.id}/play`);
    await app().drain();
    const look = async (token?: string) =>
      (await call(`GET /bff${path}/pipeline_schedules`, token === undefined ? {} : { token })).json;
    const [first, second, third] = await look();
    expect(first).toMatchObject({
      id: daily.id,
      trouble: null,
      last_run_at: null,
      may: { update: true, play: true, admin: true },
    });
    expect(first.runs).toHaveLength(2);
    expect(first.runs[0].id).toBeGreaterThan(first.runs[1].id);
    expect(first.runs[0]).toMatchObject({ state: 'created', pipeline: { source: 'scheduled' } });
    expect(first.upcoming).toHaveLength(7);
    expect([first.upcoming[0], first.upcoming[6]]).toEqual([
      '2026-11-28T03:00:00.000Z',
      '2026-12-04T03:00:00.000Z',
    ]);
    expect([second.id, second.upcoming, third.id, third.upcoming.length]).toEqual([
      idle.id,
      [],
      often.id,
      200,
    ]);
    const hers = await look(devi.token);
    expect(hers.map((row: { may: object }) => row.may)).toEqual([
      { update: false, play: false, admin: false },
      { update: false, play: true, admin: false },
      { update: false, play: true, admin: false },
    ]);
    expect(hers[0].runs).toHaveLength(2);
    expect((await call(`GET /bff${path}/pipeline_schedules?scope=inactive`)).json).toHaveLength(1);
    const runs = await call(`GET /bff${path}/pipeline_schedules/${daily.id}/runs?per_page=1`);
    expect([runs.json, runs.headers.get('x-total')]).toEqual([[first.runs[0]], '2']);
  });

  it('of one’s own that could not run are told to their owner alone, while the project may be seen', async () => {
    const made = await ciProject(app(), 'eve');
    const { db } = app().deps;
    const devi = await made.member('devi_of_eve', 40);
    const create = async (description: string) => {
      const json = { description, ref: 'main', cron: '0 3 * * *' };
      const request = `POST ${made.path}/pipeline_schedules`;
      return (await app().call(request, { token: devi.token, json })).json.id as number;
    };
    const broken = await create('Broken');
    await create('Whole');
    const trouble = { problem: 'ref_gone', problem_text: 'Gone' } as const;
    const change = { ...trouble, problem_since: '2026-11-27T01:00:00.000Z' };
    await db.updateTable('pipeline_schedules').set(change).where('id', '=', broken).execute();
    const own = async (token: string) => {
      const { json } = await app().call('GET /bff/schedules/own_failing', { token });
      return json.map((row: { description: string; trouble: { problem: string } }) => [
        row.description,
        row.trouble.problem,
      ]);
    };
    expect(await own(devi.token)).toEqual([['Broken', 'ref_gone']]);
    expect(await own(made.token)).toEqual([]);
    await made.call(`DELETE ${made.path}/members/${devi.id}`);
    expect(await own(devi.token)).toEqual([]);
  });
});
