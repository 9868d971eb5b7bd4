import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailedMergeStatuses, mergeRequestStates } from '#contract/merge-request-record.ts';
import { sourceUserStatuses } from '#contract/own-reassignments.ts';
import { contentsOf } from '../../testing/data-directory.ts';
import { scratchFolder } from '../../testing/scratch-repository.ts';
import { type Berth, openBerth } from './berth.ts';
import { seededChance } from './chance.ts';
import { startDemo } from './run.ts';
import { demoStarts, smallDemo, wholeDemo } from './size.ts';
import { buildId, cacheFolder, openSnapshot, type Snapshot } from './snapshot.ts';

const seed = 7;
/** They came without labels. */
const importedIssues = 3;
const size = smallDemo;
const url = 'http://127.0.0.1:3000';

interface Listed {
  id: number;
  iid: number;
  project_id: number;
  state: string;
  detailed_merge_status: string;
  draft: boolean;
  source_project_id: number;
}

interface ListedWork extends Listed {
  time_stats: { total_time_spent: number };
}

describe('a demo', () => {
  const folder = scratchFolder();
  const env = { XDG_CACHE_HOME: join(folder.path, 'cache') };
  const cache = cacheFolder(env);
  const build = buildId(import.meta.dirname);
  let snapshot: Snapshot;
  let berth: Berth;
  let made = 0;

  const onBuild = () => {
    made += 1;
  };
  async function call<T>(
    request: string,
    { by = 'root', body }: { by?: string; body?: object } = {},
  ) {
    const [method, path = ''] = request.split(' ');
    const answer = await berth.fetch(
      new Request(`${url}${/^\/(-|bff)\//.test(path) ? '' : '/api/v4'}${path}`, {
        method,
        headers: {
          'PRIVATE-TOKEN': snapshot.guide.tokens[by] ?? '',
          'Content-Type': 'application/json',
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      json: JSON.parse(text || 'null') as T,
      headers: answer.headers,
    };
  }
  const all = async () => (await call<Listed[]>('GET /merge_requests?scope=all&per_page=100')).json;

  beforeAll(async () => {
    snapshot = await openSnapshot({ seed, size }, { cache, build, onBuild });
    const lies = join(folder.path, 'berth');
    mkdirSync(lies);
    berth = await openBerth({ snapshot, seed, folder: lies, url, logLevel: 'silent' });
  }, 600_000);
  afterAll(async () => {
    await berth.close();
    folder.remove();
  });

  it('is as large as it says', async () => {
    expect(wholeDemo).toEqual({ mergeRequests: 150, threads: 400, issues: 48, largeFiles: 678 });
    const { users, projects } = snapshot.guide;
    expect(Object.keys(users)).toHaveLength(12);
    for (const role of ['root', 'maintainer', 'developer', 'reporter', 'guest']) {
      expect(users[role]?.password).toMatch(/./);
    }
    expect(Object.keys(projects)).toHaveLength(8);
    expect((await call<unknown[]>('GET /groups')).json).toHaveLength(3);
    expect((await call<unknown[]>('GET /issues?scope=all')).json).toHaveLength(
      size.issues + importedIssues,
    );
    const listed = await all();
    expect(listed).toHaveLength(size.mergeRequests);
    let threads = 0;
    for (const { project_id, iid } of listed) {
      const found = await call<{ individual_note: boolean }[]>(
        `GET /projects/${project_id}/merge_requests/${iid}/discussions?per_page=100`,
      );
      threads += found.json.filter((one) => !one.individual_note).length;
    }
    expect(threads).toBe(size.threads);
    const counts = await Promise.all(
      listed.map(async ({ project_id, iid }) => {
        const one = await call<{ changes_count: string | null }>(
          `GET /projects/${project_id}/merge_requests/${iid}`,
        );
        return one.json.changes_count;
      }),
    );
    expect(counts).toContain(String(size.largeFiles));
  }, 120_000);

  it('holds drafts, forks and every state and merge status that the server knows', async () => {
    await call('POST /-/demo/reset');
    const listed = await all();
    const distinct = (values: string[]) => [...new Set(values)].sort();
    expect(distinct(listed.map(({ state }) => state))).toEqual([...mergeRequestStates].sort());
    expect(distinct(listed.map((one) => one.detailed_merge_status))).toEqual(
      [...detailedMergeStatuses].sort(),
    );
    expect(listed.some(({ draft }) => draft)).toBe(true);
    expect(listed.some((one) => one.source_project_id !== one.project_id)).toBe(true);
  }, 60_000);

  it('holds deployments, pipelines, protected branches, spent time, reactions and labelled issues', async () => {
    const tides = `/projects/${snapshot.guide.projects['harbour/tide-tables']}`;
    const statuses = async (path: string) => {
      const { json } = await call<{ status: string }[]>(`GET ${tides}/${path}?per_page=100`);
      return new Set(json.map(({ status }) => status));
    };
    expect([...(await statuses('deployments'))]).toContain('success');
    expect([...(await statuses('pipelines'))]).toEqual(
      expect.arrayContaining(['success', 'failed']),
    );
    const names = async (path: string) =>
      (await call<{ name: string }[]>(`GET ${tides}/${path}`)).json.map(({ name }) => name);
    expect(await names('environments')).toEqual(['production', 'staging', 'review/spring']);
    expect((await names('protected_branches')).sort()).toEqual(['main', 'release/*']);
    const issues = await call<{ labels: string[] }[]>('GET /issues?scope=all');
    expect(issues.json.filter(({ labels }) => labels.length > 0)).toHaveLength(size.issues);
    const listed = (await call<ListedWork[]>('GET /merge_requests?scope=all&per_page=100')).json;
    expect(listed.some((one) => one.time_stats.total_time_spent > 0)).toBe(true);
    const lively = listed.map(({ project_id, iid }) => `${project_id}/merge_requests/${iid}`);
    const reactions = await Promise.all(
      lively.map((path) => call<unknown[]>(`GET /projects/${path}/award_emoji`)),
    );
    expect(reactions.some(({ json }) => json.length > 0)).toBe(true);
  }, 60_000);

  it('holds epics that are talked about, and labels that came and went', async () => {
    type Planned = { id: number; state: string; start_date: string | null };
    const at = '/groups/harbour/epics';
    const epics = (await call<Planned[]>(`GET ${at}?sort=asc`)).json;
    expect(epics.map(({ state }) => state)).toEqual(['opened', 'opened', 'opened', 'closed']);
    // The first has the days of its parts.
    expect(epics[0]).toMatchObject({ start_date: '2026-05-04', due_date: '2027-02-26' });
    const first = `${at}/${epics[0]?.id}`;
    const said = (await call<{ system: boolean }[]>(`GET ${first}/notes`)).json;
    expect(said.filter(({ system }) => !system)).toHaveLength(2);
    const events = (await call<{ action: string }[]>(`GET ${first}/resource_label_events`)).json;
    expect(events.map(({ action }) => action)).toEqual(['add', 'add', 'add', 'add', 'remove']);
  }, 60_000);

  it('holds schedules that run, that are off and that cannot run', async () => {
    type Scheduled = { id: number; description: string; active: boolean; last_pipeline: unknown };
    const rows: unknown[] = [];
    for (const project of Object.values(snapshot.guide.projects)) {
      const at = `/projects/${project}/pipeline_schedules`;
      for (const { id } of (await call<Scheduled[]>(`GET ${at}`)).json) {
        const { json } = await call<Scheduled>(`GET ${at}/${id}`);
        rows.push([json.description, json.active, json.last_pipeline !== null]);
      }
    }
    expect(rows).toEqual([
      ['Nightly soundings', true, true],
      ['Tables of the week', false, false],
      ['Watch the moon', true, false],
      ['Plan of the month', true, false],
      ['Copy out the log', true, true],
    ]);
  });

  it('holds people of an import in every state, one of whom waits for the developer', async () => {
    await call('POST /-/demo/reset');
    const ask = async (path: string, by: string) => {
      const headers = { 'PRIVATE-TOKEN': snapshot.guide.tokens[by] ?? '' };
      const answer = await berth.fetch(new Request(`${url}/bff${path}`, { headers }));
      // The records of the endpoints that are asked.
      return (await answer.json()) as { status: string; source_name: string }[];
    };
    const people = await ask('/groups/fleet/reassignments', 'capstan');
    expect(new Set(people.map(({ status }) => status))).toEqual(new Set(sourceUserStatuses));
    const waiting = await ask('/reassignments', 'developer');
    expect(waiting.map(({ source_name }) => source_name)).toEqual(['T. Bow']);
  }, 60_000);

  it('is back at the seed after a reset, with its refs and its clock', async () => {
    await call('POST /-/demo/reset');
    const before = await all();
    const project = snapshot.guide.projects['harbour/tide-tables'];
    const branches = `/projects/${project}/repository/branches`;
    const heads = (await call(`GET ${branches}?per_page=100`)).json;
    const body = { branch: 'passing', ref: 'main' };
    const act = async () => [
      (await call(`POST ${branches}`, { by: 'developer', body })).status,
      (await call<{ id: number }>('POST /groups', { body: { name: 'Passing', path: 'passing' } }))
        .json.id,
      (await call('POST /-/clock', { body: { now: '2030-01-01T00:00:00Z' } })).status,
    ];
    const first = await act();
    expect(first).toEqual([201, expect.any(Number), 200]);
    const reset = await call('POST /-/demo/reset');
    expect([reset.status, reset.json]).toEqual([200, { seed, now: demoStarts }]);
    expect(await all()).toEqual(before);
    expect((await call(`GET ${branches}?per_page=100`)).json).toEqual(heads);
    expect(await act()).toEqual(first);
    await call('POST /-/demo/reset');
  }, 60_000);

  it('answers everything that is asked while it is reset', async () => {
    const asked = Array.from({ length: 20 }, (_, index) =>
      call(index % 5 === 0 ? 'POST /-/demo/reset' : 'GET /user'),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }, 60_000);

  it('is not reset by a page of another site', async () => {
    const ask = (origin: string) =>
      berth.fetch(new Request(`${url}/-/demo/reset`, { method: 'POST', headers: { origin } }));
    expect((await ask('http://elsewhere.example')).status).toBe(403);
    expect((await ask(url)).status).toBe(200);
  }, 60_000);

  it('holds deploy keys and SSH keys that are used, unused, ending and over', async () => {
    const titlesOf = async (query: string) => {
      const found = await call<{ title: string }[]>(`GET /bff/deploy_keys?${query}`);
      return found.json.map(({ title }) => title);
    };
    expect(await titlesOf('state=expiring')).toEqual(['Printer of the tables']);
    expect(await titlesOf('state=expired')).toEqual(['Survey of last summer']);
    expect(await titlesOf('state=unused')).toEqual(['Old buoy', 'Survey of last summer']);
    expect(await titlesOf('access=write')).toEqual(['Tide gauge']);
    expect(await titlesOf('public=true')).toEqual(['Mirror of the office']);
    const mine = await call<{ last_used_at: string | null }[]>('GET /user/keys', {
      by: 'maintainer',
    });
    expect(mine.json.map((one) => one.last_used_at !== null)).toEqual([true, false]);
  });

  it('is the same again when it is made again of the same seed', async () => {
    const again = await openSnapshot({ seed, size }, { cache, build: 'another', onBuild });
    expect(made).toBe(2);
    expect(again.guide).toEqual(snapshot.guide);
    for (const [one, name] of [
      [snapshot, 'one'],
      [again, 'two'],
    ] as const) {
      await one.copyTo(join(folder.path, name));
    }
    expect(await contentsOf(join(folder.path, 'one'))).toEqual(
      await contentsOf(join(folder.path, 'two')),
    );
    const bytes = (of: string) => seededChance(of)(64).toString('hex');
    expect(bytes('1')).not.toBe(bytes('2'));
  }, 600_000);

  it('starts from what is kept, several side by side, each with one line of JSON', async () => {
    const lines: string[] = [];
    const start = () =>
      startDemo(['--seed', String(seed), '--json', '--small'], {
        env,
        print: (line) => lines.push(line),
      });
    const servers = [await start(), await start()];
    try {
      expect(made).toBe(2);
      const guides = lines.map((line) => JSON.parse(line) as Snapshot['guide'] & { url: string });
      expect(guides).toEqual(lines.map(() => ({ ...snapshot.guide, url: expect.any(String) })));
      expect(guides[0]?.url).not.toBe(guides[1]?.url);
      const [one, other] = guides;
      const named = { 'PRIVATE-TOKEN': one?.tokens.guest ?? '' };
      const asked = await fetch(`${other?.url}/api/v4/user`, { headers: named });
      expect(await asked.json()).toMatchObject({ username: 'guest' });
      expect((await fetch(`${one?.url}/-/demo/reset`, { method: 'POST' })).status).toBe(200);
    } finally {
      for (const server of servers) await server.stop();
    }
    expect(readdirSync(cache)).toHaveLength(2);
  }, 120_000);
});
