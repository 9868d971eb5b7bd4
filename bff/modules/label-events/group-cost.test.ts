import { CompiledQuery, sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { createTestApp } from '../../testing/test-app.ts';

it('the events of a group are looked up by an index whatever is asked, and end in the time of a list however much it holds', async () => {
  const app = await createTestApp();
  const { call, group, project, id, username } = await harbor(app, 'wide');
  const { db } = app.deps;
  const list = async (query = ''): Promise<[number, unknown]> => {
    const { status, json } = await call(`GET /bff${group}/label_events${query}`);
    return [status, json];
  };

  /** How SQLite finds what is asked for: for the page, and to count. */
  const plansOf = async (query: string) => {
    const asked = vi.spyOn(db, 'executeQuery');
    expect((await list(`?page=2${query}`))[0]).toBe(200);
    const queries = asked.mock.calls.map(([one]) => ('sql' in one ? one : one.compile()));
    asked.mockRestore();
    const plans: string[][] = [];
    for (const one of queries.filter(({ sql: text }) => text.includes('resource_label_events'))) {
      const explained = CompiledQuery.raw(`explain query plan ${one.sql}`, [...one.parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(explained);
      plans.push(rows.map(({ detail }) => detail));
    }
    return plans;
  };
  const byThing = '(resource_type=? AND resource_id=?)';
  const judge = async (
    ways: readonly (readonly [query: string, page: string, count: string])[],
  ) => {
    for (const [query, ...by] of ways) {
      const plans = await plansOf(query);
      const found = plans.map((plan) => plan.filter((step) => step.startsWith('SEARCH x ')));
      expect([
        query,
        found.map((steps) => steps.map((step) => step.replace(/.*INDEX \S+ /, ''))),
      ]).toEqual([query, by.map((one) => [one, one, one])]);
      expect(plans.flat().filter((step) => /^SCAN (?!found|counted|\()/.test(step))).toEqual([]);
    }
  };
  const byOthers = [
    ['&label=tide', '(label_id=?)', '(label_id=?)'],
    [`&username=${username}`, '(user_id=?)', '(user_id=?)'],
    ['&action=remove', byThing, byThing],
  ] as const;
  await judge([['', byThing, byThing], ...byOthers]);

  // Many issues without an event: nothing but they themselves is read.
  const elsewhere = await harbor(app, 'other');
  for (const title of ['Leak', 'Rust']) await elsewhere.issue({ title, labels: 'deep' });
  const project_id = Number(project.split('/').at(-1));
  await sql`
    insert into issues (project_id, iid, title, title_lower, author_id, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000)
    select ${project_id}, i, 'many', 'many', ${id}, '2026-11-27', '2026-11-27' from n`.execute(db);
  expect(await list()).toEqual([200, []]);
  expect(await list('?action=add')).toEqual([200, []]);
  // So large a group looks among all events, the newest first, and need not sort what it finds.
  await judge([['', '(resource_type=?)', byThing], ...byOthers]);
  const [newest] = await plansOf('');
  expect(newest?.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  for (const label of ['deep', 'wide'])
    await call(`PUT ${project}/issues/7`, { add_labels: label });
  await call(`PUT ${project}/issues/9`, { add_labels: 'deep' });
  for (const order of ['sort=asc', 'sort=desc', 'sort=desc&per_page=2&page=2']) {
    const both = [await list(`?${order}`), await list(`?${order}&created_after=2026-01-01`)];
    expect(both[0]?.[1]).toHaveLength(order.includes('page=2') ? 1 : 3);
    expect(both[0]).toEqual(both[1]);
  }

  let hours = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++hours * 3_600_000);
  const late = await list('?action=add');
  clock.mockRestore();
  expect(late).toEqual([408, { message: 'Request timed out' }]);
  expect((await list('?action=add'))[0]).toBe(200);
  await app.close();
});
