import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const projects = 500;
const components = 100_000;
const time = '2026-11-27T12:00:00.000Z';

/** Fills a group with projects that have all these dependencies together. */
async function fill({ deps: { db } }: TestApp, groupId: number): Promise<void> {
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${projects})
    insert into projects (namespace_id, name, path, full_path, full_name, name_lower,
      last_activity_at, created_at, updated_at)
    select ${groupId}, 'Ship ' || i, 'ship-' || i, 'fleet/ship-' || i, 'Fleet / Ship ' || i,
      'ship ' || i, ${time}, ${time}, ${time} from n`.execute(db);
  await sql`insert into dependency_lists (project_id, content_key, complete, created_at)
    select id, 'all', 1, ${time} from projects`.execute(db);
  await sql`insert into project_dependency_lists (project_id, list_id, sha, updated_at)
    select project_id, id, ${'a'.repeat(40)}, ${time} from dependency_lists`.execute(db);
  const each = components / projects;
  await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${each - 1})
    insert into dependencies (list_id, name, name_lower, version, packager, purl, path, top_level,
      ancestors, licenses, license_expression, component_key, first_seen_at)
    select l.id, 'package-' || l.id || '-' || i, 'package-' || l.id || '-' || i, '1.0.0', 'npm',
      'pkg:npm/package-' || l.id || '-' || i || '@1.0.0', 'package-lock.json', 1, '[]',
      '[{"spdx_identifier":"MIT","name":"MIT License","url":"https://spdx.org/licenses/MIT.html"}]',
      'MIT', 'package-' || l.id || '-' || i, ${time}
    from dependency_lists l cross join n`.execute(db);
}

/** What is alive of this process, in bytes, once all else is collected. */
function alive(): number {
  setFlagsFromString('--expose-gc');
  // The function that the flag brings.
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

describe('an export of a group of 100,000 dependencies', () => {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await createTestApp('sqlite');
  }, 300_000);
  afterAll(() => app?.close());

  it('holds all of them, and never more than a part of them in memory', async () => {
    if (app === undefined) throw new Error('the app is made before');
    const { token } = await app.user('fleet-owner');
    const call = (request: string, json?: object) => app?.call(request, { token, json });
    const group = await call('POST /groups', { name: 'Fleet', path: 'fleet' });
    const id: number = group?.json.id;
    await fill(app, id);
    const made = await call(`POST /groups/${id}/dependency_list_exports`, {
      export_type: 'json_array',
    });
    expect(made?.status).toBe(201);
    const before = alive();
    let most = 0;
    let queries = 0;
    const executor = app.deps.db.getExecutor();
    const run = executor.executeQuery.bind(executor);
    // Not a mock: that would keep every answer.
    executor.executeQuery = async (query) => {
      queries += 1;
      if (queries % 50 === 0) most = Math.max(most, alive());
      return run(query);
    };
    await app.drain();
    executor.executeQuery = run;
    expect(queries).toBeGreaterThan(projects);
    const path = `GET /dependency_list_exports/${made?.json.id}/download`;
    const file = await app.fetch(
      new Request(`http://127.0.0.1:3000/api/v4/${path.slice('GET /'.length)}`, {
        headers: { 'PRIVATE-TOKEN': token },
      }),
    );
    const text = await file.text();
    const rows = JSON.parse(text) as { name: string }[];
    expect(new Set(rows.map(({ name }) => name)).size).toBe(components);
    // Rows of all of them would be several times the file.
    expect(most - before).toBeLessThan(text.length / 2);
  }, 600_000);
});
