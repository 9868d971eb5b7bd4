import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { type BenchRow, firstBytes, rowOf } from './load.ts';
import { ask, type BenchServer } from './server.ts';

const projects = 1000;
const schedulesOfEach = 10;
const all = projects * schedulesOfEach;

/** Where the server keeps the repository of a project. */
function repositoryOf(server: BenchServer, id: number): string {
  const hash = createHash('sha256').update(String(id)).digest('hex');
  const hashed = ['@hashed', hash.slice(0, 2), hash.slice(2, 4), `${hash}.git`];
  return join(server.dataDir, 'repositories', ...hashed);
}

type Values = Record<string, string | number | null>;

/** A project with a CI file, whose like `fillSchedules` makes by the thousand. */
export async function scheduledProject(server: BenchServer, groupId: number): Promise<number> {
  const fields = {
    name: 'rota',
    path: 'rota',
    namespace_id: groupId,
    initialize_with_readme: true,
  };
  const { id } = await ask<{ id: number }>(server, 'POST /projects', fields);
  await ask(server, `POST /projects/${id}/repository/files/%2Egitlab-ci%2Eyml`, {
    branch: 'main',
    commit_message: 'Jobs [skip ci]',
    content: 'build: { script: make }\n',
  });
  return id;
}

/**
 * Makes a thousand projects of one, each with a repository of its own and ten schedules that are due
 * by now, by SQL. The server must not run.
 */
export function fillSchedules(server: BenchServer, like: number): void {
  const db = new Sqlite(join(server.dataDir, 'quarterdeck.sqlite'));
  const insert = (table: string, values: Values) => {
    const names = Object.keys(values);
    const marks = names.map((name) => `@${name}`);
    db.prepare(`insert into ${table} (${names.join(', ')}) values (${marks.join(', ')})`).run(
      values,
    );
  };
  const rowsOf = (sql: string) => db.prepare<unknown[], Values>(sql).all(like);
  const time = new Date().toISOString();
  try {
    db.pragma('synchronous = OFF');
    db.transaction(() => {
      const [project = {}] = rowsOf('select * from projects where id = ?');
      const roles = rowsOf('select * from project_authorizations where project_id = ?');
      const refs = rowsOf('select * from repository_refs where project_id = ?');
      const [{ last = 0 } = {}] = db
        .prepare<[], Values>('select max(id) as last from projects')
        .all();
      const [{ id: root = 0 } = {}] = db
        .prepare<[], Values>(`select id from users where username = 'root'`)
        .all();
      const ids = Array.from(
        { length: projects - 1 },
        (_project, index) => Number(last) + 1 + index,
      );
      for (const id of ids) {
        const full_path = `${project.full_path}-${id}`;
        insert('projects', { ...project, id, path: `rota-${id}`, full_path });
        const routed = { source_type: 'Project', source_id: id };
        insert('routes', { full_path_lower: full_path.toLowerCase(), ...routed });
        for (const role of roles) insert('project_authorizations', { ...role, project_id: id });
        for (const ref of refs) insert('repository_refs', { ...ref, project_id: id });
        cpSync(repositoryOf(server, like), repositoryOf(server, id), { recursive: true });
      }
      for (const project_id of [like, ...ids]) {
        for (let at = 0; at < schedulesOfEach; at++) {
          insert('pipeline_schedules', {
            project_id,
            owner_id: root,
            description: `Number ${at}`,
            description_lower: `number ${at}`,
            ref: 'refs/heads/main',
            cron: '0 3 * * *',
            cron_timezone: 'UTC',
            next_run_at: time,
            created_at: time,
            updated_at: time,
          });
        }
      }
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/**
 * Times ten thousand schedules over a thousand projects that are due in one minute: from that minute
 * to the last pipeline. Meanwhile the settings are read again and again; `ratio` is their 90th
 * percentile to that of a calm server.
 */
export async function timeSchedules(server: BenchServer): Promise<BenchRow> {
  const headers = { 'private-token': server.token };
  const target = { url: `${server.url}/api/v4/application/settings`, headers };
  await firstBytes(target, 100);
  const calm = rowOf('calm', await firstBytes(target, 100)).p90_ms ?? 1;
  const db = new Sqlite(join(server.dataDir, 'quarterdeck.sqlite'), { readonly: true });
  const count = (state: string) =>
    db
      .prepare<[string], { runs: number }>(
        'select count(*) as runs from pipeline_schedule_runs where state = ?',
      )
      .get(state)?.runs ?? 0;
  try {
    while (count('waiting') === 0) await pause(5);
    const began = performance.now();
    let peak = 0;
    const waits: number[] = [];
    while (count('created') < all) {
      if (count('refused') + count('failed') > 0) throw new Error('A schedule could not run');
      waits.push(...(await firstBytes(target, 5)));
      peak = Math.max(peak, server.resident());
      await pause(50);
    }
    const value = Math.round(performance.now() - began);
    const { p90_ms = 0 } = rowOf('schedules-10k', waits);
    const ratio = Math.round((p90_ms / calm) * 100) / 100;
    return { name: 'schedules-10k', value, unit: 'ms', p90_ms, ratio, rss_mb: Math.round(peak) };
  } finally {
    db.close();
  }
}
