import { CompiledQuery, sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { createTestApp } from '../../testing/test-app.ts';

it('the events of a group are looked up by an index whatever is asked, and end in the time of a list however much it holds', async () => {
  const app = await createTestApp();
  const { call, group, project, id, username } = await harbor(app, 'wide');
  const { db } = app.deps;
  const list = async (query = '') => {
    const { status, json } = await call(`GET /bff${group}/label_events${query}`);
    return [status, json];
  };

  // How SQLite finds events, for the page and for the count.
  const wanted = [
    ['', '(resource_type=? AND resource_id=?)'],
    ['&label=tide', '(label_id=?)'],
    [`&username=${username}`, '(user_id=?)'],
  ] as const;
  for (const [query, by] of wanted) {
    const asked = vi.spyOn(db, 'executeQuery');
    expect(await list(`?page=2${query}`)).toEqual([200, []]);
    const queries = asked.mock.calls.map(([one]) => ('sql' in one ? one : one.compile()));
    const texts = queries.filter((one) => one.sql.includes('resource_label_events'));
    asked.mockRestore();
    expect(texts).toHaveLength(2);
    for (const one of texts) {
      const explained = CompiledQuery.raw(`explain query plan ${one.sql}`, [...one.parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(explained);
      const steps = rows.map(({ detail }) => detail);
      const ways = steps.filter((step) => step.startsWith('SEARCH x '));
      expect([query, ways.map((step) => step.endsWith(by))]).toEqual([query, [true, true, true]]);
      expect(steps.filter((step) => /^SCAN (?!found|counted|\()/.test(step))).toEqual([]);
    }
  }

  // Many issues without an event: nothing but they themselves is read.
  const elsewhere = await harbor(app, 'other');
  await elsewhere.issue({ title: 'Leak', labels: 'deep' });
  const project_id = Number(project.split('/').at(-1));
  await sql`
    insert into issues (project_id, iid, title, title_lower, author_id, created_at, updated_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
    select ${project_id}, i, 'many', 'many', ${id}, '2026-11-27', '2026-11-27' from n`.execute(db);
  expect(await list()).toEqual([200, []]);
  let hours = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++hours * 3_600_000);
  const late = await list();
  clock.mockRestore();
  expect(late).toEqual([408, { message: 'Request timed out' }]);
  expect(await list()).toEqual([200, []]);
  await app.close();
});
