import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { BenchRow } from './load.ts';
import { ask, type BenchServer } from './server.ts';

const projects = 500;

/** Fills a group with projects that have so many dependencies together, by SQL. The server must not run. */
export function fillDependencies(
  { dataDir }: Pick<BenchServer, 'dataDir'>,
  groupId: number,
  components: number,
): void {
  const db = new Sqlite(join(dataDir, 'quarterdeck.sqlite'));
  const time = "'2026-11-27T12:00:00.000Z'";
  const each = components / projects;
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() => {
      const first = db.prepare('select coalesce(max(id), 0) as id from projects').get() as {
        id: number;
      };
      const list = db.prepare('select coalesce(max(id), 0) as id from dependency_lists').get() as {
        id: number;
      };
      db.exec(`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${projects})
        insert into projects (id, namespace_id, name, path, full_path, full_name, name_lower,
          last_activity_at, created_at, updated_at)
        select ${first.id} + i, ${groupId}, 'Ship ' || i, 'ship-' || i || '-of-${groupId}',
          'fleet-${groupId}/ship-' || i, 'Fleet / Ship ' || i, 'ship ' || i, ${time}, ${time}, ${time} from n;

        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${projects})
        insert into dependency_lists (id, project_id, content_key, complete, created_at)
        select ${list.id} + i, ${first.id} + i, 'bench', 1, ${time} from n;

        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${projects})
        insert into project_dependency_lists (project_id, list_id, sha, updated_at)
        select ${first.id} + i, ${list.id} + i, '${'a'.repeat(40)}', ${time} from n;

        with recursive n(i) as (select 0 union all select i + 1 from n where i < ${components - 1})
        insert into dependencies (list_id, name, name_lower, version, packager, purl, path, top_level,
          ancestors, licenses, license_expression, component_key, first_seen_at)
        select ${list.id} + 1 + i / ${each}, 'package-' || i, 'package-' || i, '1.' || i % 50 || '.0',
          'npm', 'pkg:npm/package-' || i || '@1.0.0', 'package-lock.json', i % 7 = 0,
          '[{"name":"package-' || (i + 1) || '","version":"1.0.0"}]',
          '[{"spdx_identifier":"MIT","name":"MIT License","url":"https://spdx.org/licenses/MIT.html"}]',
          'MIT', 'pkg:npm/package-' || i || '@1.0.0', ${time} from n;`);
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/**
 * Exports the dependencies of a group and times it, from the question to the last byte of the file;
 * meanwhile the server is asked for something small again and again.
 */
export async function timeExport(
  server: BenchServer,
  groupId: number,
  as: { name: string; components: number },
): Promise<BenchRow> {
  const headers = { 'private-token': server.token };
  const began = performance.now();
  const made = await ask<{ id: number; self: string; download: string }>(
    server,
    `POST /groups/${groupId}/dependency_list_exports`,
    { export_type: 'json_array' },
  );
  let peak = server.resident();
  const waits: number[] = [];
  for (;;) {
    const asked = performance.now();
    const { status } = await fetch(`${server.url}/api/v4/dependency_list_exports/${made.id}`, {
      headers,
    });
    waits.push(performance.now() - asked);
    peak = Math.max(peak, server.resident());
    if (status === 200) break;
    await pause(10);
  }
  const file = await fetch(`${server.url}/api/v4/dependency_list_exports/${made.id}/download`, {
    headers,
  });
  const rows = (await file.json()) as unknown[];
  const value = Math.round(performance.now() - began);
  if (rows.length !== as.components) throw new Error(`${as.name} has ${rows.length} components`);
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return { name: as.name, value, unit: 'ms', p99_ms: Math.round(p99), rss_mb: Math.round(peak) };
}
