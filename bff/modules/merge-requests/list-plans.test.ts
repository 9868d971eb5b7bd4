import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasPostgres } from '../../testing/postgres.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const people = 300;
const places = 300;
const each = 100;
const time = '2026-11-20T12:00:00.000Z';

/** Three hundred projects with a hundred merge requests each, three of them in the group. */
async function fill({ deps: { db } }: TestApp, group: { id: number; other: number }) {
  const run = (text: string) => sql.raw(text).execute(db);
  const count = places * each;
  const instant = `to_char(timestamp '2026-01-01' + i * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
  await run(`insert into users (id, username, username_lower, name, email, email_lower,
      confirmed_at, created_at, updated_at)
    select 1000 + i, 'sailor' || i, 'sailor' || i, 'Sailor ' || i, 's' || i || '@example.test',
      's' || i || '@example.test', '${time}', '${time}', '${time}'
    from generate_series(1, ${people}) i`);
  await run(`insert into projects (id, namespace_id, name, path, full_path, full_name, name_lower,
      visibility, last_activity_at, created_at, updated_at)
    select 1000 + i, case when i <= 3 then ${group.id} else ${group.other} end, 'p' || i, 'p' || i,
      'fleet/p' || i, 'p' || i, 'p' || i, 'public', '${time}', '${time}', '${time}'
    from generate_series(1, ${places}) i`);
  await run(`insert into labels (id, project_id, name, color, created_at, updated_at)
    select 1000 + i, 1000 + i, 'label-' || i, '#336699', '${time}', '${time}'
    from generate_series(1, ${places}) i`);
  await run(`insert into milestones (id, project_id, iid, title, created_at, updated_at)
    select 1000 + i, 1000 + i, 1, 'Milestone ' || i, '${time}', '${time}'
    from generate_series(1, ${places}) i`);
  await run(`insert into merge_requests (id, iid, target_project_id, source_project_id,
      source_branch, target_branch, title, title_lower, description, description_lower, state,
      author_id, merge_user_id, merged_at, milestone_id, merge_status, head_sha, base_sha,
      start_sha, prepared_at, created_at, updated_at)
    select 1000 + i, 1 + (i - 1) / ${places}, 1001 + i % ${places}, 1001 + i % ${places},
      'topic-' || i, 'main', 'Trim the sails of ship ' || i, 'trim the sails of ship ' || i,
      'A rope ' || i, 'a rope ' || i, case when i % 2 = 0 then 'opened' else 'merged' end,
      1001 + i * 7 % ${people}, case when i % 2 = 1 then 1001 + i * 11 % ${people} end,
      case when i % 2 = 1 then ${instant} end, case when i % 9 = 0 then 1001 + i % ${places} end,
      'can_be_merged', repeat('a', 40), repeat('b', 40), repeat('b', 40),
      ${instant}, ${instant}, ${instant}
    from generate_series(1, ${count}) i`);
  await run(`insert into label_links (label_id, target_type, target_id)
    select 1001 + i % ${places}, 'MergeRequest', 1000 + i
    from generate_series(1, ${count}) i where i % 7 = 0`);
  for (const [role, step] of [
    ['assignees', 3],
    ['reviewers', 5],
  ] as const) {
    await run(`insert into merge_request_${role} (merge_request_id, user_id, created_at)
      select 1000 + i, 1001 + i * ${step} % ${people}, ${instant}
      from generate_series(1, ${count}) i`);
  }
  await run('analyze');
}

/** Filters that leave few rows, wherever they are asked. */
const narrow = [
  'author_username=sailor7',
  'author_id=1007',
  'assignee_id=1007',
  'assignee_username[]=sailor7',
  'reviewer_id=1007',
  'reviewer_username=sailor7',
  'merge_user_id=1007',
  'labels=label-7',
  'source_branch=topic-777',
  'search=no such words',
  'my_reaction_emoji=tada',
  'approved_by_ids[]=1007',
  'created_after=2026-01-21T00:00:00Z',
  'updated_before=2026-01-01T01:00:00Z',
  'environment=production',
];

/** Filters that leave most rows, or many: few of them are of one project. */
const wide = [
  '',
  'state=opened',
  'state=merged&order_by=merged_at',
  'order_by=updated_at',
  'involves_user_id=1007',
  'milestone=Milestone 7',
  'search=ship 777',
  'not[author_id]=1007',
  'not[labels]=label-7',
  'iids[]=77',
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How many rows of merge requests a query has looked at. */
function touchedBy(plan: Plan): number {
  const {
    'Actual Rows': kept = 0,
    'Rows Removed by Filter': left = 0,
    'Actual Loops': loops = 1,
  } = plan;
  const own = plan['Relation Name'] === 'merge_requests' ? (kept + left) * loops : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + touchedBy(part), own);
}

/** What leaves most rows of all projects, in an order that an index has. */
const everywhere = [
  '',
  'state=opened',
  'state=merged&order_by=merged_at',
  'order_by=updated_at',
  'not[author_id]=1007',
  'not[labels]=label-7',
];

const readsAll = (plan: Plan): boolean =>
  (plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] === 'merge_requests') ||
  (plan.Plans ?? []).some(readsAll);

describe.runIf(hasPostgres())('plans of PostgreSQL for lists of merge requests', () => {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await createTestApp('postgres');
  }, 300_000);
  afterAll(() => app?.close());

  it('read no table of merge requests from end to end: not for a project, nor for what leaves few of all', async () => {
    if (app === undefined) throw new Error('the app is made before');
    const { deps } = app;
    const reader = await app.user('reader');
    const call = (request: string, json?: object) =>
      app?.call(request, { token: reader.token, json });
    const group = await call('POST /groups', { name: 'fleet', path: 'fleet' });
    const other = await call('POST /groups', { name: 'rest', path: 'rest' });
    await fill(app, { id: group?.json.id, other: other?.json.id });
    const asked: CompiledQuery[] = [];
    // Lists have connections of their own: what reaches the database is what counts.
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [text, values] = given;
      if (typeof text === 'string' && text.includes('from "merge_requests"')) {
        asked.push(CompiledQuery.raw(text, values as unknown[]));
      }
      return Reflect.apply(query, this, given);
    });
    const wrong: string[] = [];
    let judged = 0;
    const lists = [
      ['/projects/1002', [...narrow, ...wide]],
      [`/groups/${group?.json.id}`, narrow],
      ['', narrow],
    ] as const;
    for (const [place, filters] of lists) {
      for (const filter of filters) {
        asked.length = 0;
        const answer = await call(`GET ${place}/merge_requests?scope=all&${filter}`);
        expect([place, filter, answer?.status]).toEqual([place, filter, 200]);
        for (const { sql: text, parameters } of asked.splice(0)) {
          const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
          const { rows } = await deps.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
            explained,
          );
          judged += 1;
          const [found] = rows[0]?.['QUERY PLAN'] ?? [];
          if (found !== undefined && readsAll(found.Plan)) wrong.push(`${place} ${filter}`);
        }
      }
    }
    // Twenty rows of an order are read up to the twentieth, and the total looks at 10,000 and one.
    for (const filter of everywhere) {
      asked.length = 0;
      expect((await call(`GET /merge_requests?scope=all&${filter}`))?.status).toBe(200);
      for (const { sql: text, parameters } of asked.splice(0)) {
        const most = text.includes('order by') ? 2000 : 25_000;
        const explained = await deps.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
        );
        const touched = touchedBy(
          explained.rows[0]?.['QUERY PLAN'][0]?.Plan ?? { 'Node Type': '' },
        );
        if (touched > most) wrong.push(`${filter}: ${touched} rows`);
      }
    }
    spy.mockRestore();
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThanOrEqual(narrow.length * 3 + wide.length);
  }, 600_000);
});
