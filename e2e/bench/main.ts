import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { environment, nodeFlags } from '../built-server.ts';
import { addBrowserRows, openLineRequests } from './browser.ts';
import { fillProject } from './data.ts';
import { fillDependencies, timeExport } from './exports.ts';
import { timeFilters, timeWrites } from './filters.ts';
import { type BenchRow, firstBytes, load, median, rowOf, type Target } from './load.ts';
import { largeMergeRequest } from './repository.ts';
import { fillReviews } from './reviews.ts';
import { fillSchedules, scheduledProject, timeSchedules } from './schedules.ts';
import { ask, type BenchServer, benchServer } from './server.ts';
import { timeSheet } from './sheets.ts';
import { fillStrangers } from './strangers.ts';

// `npm run bench [-- --quick] [-- --json FILE]`: quick runs are shorter, over as many rows.
const words = process.argv.slice(2);
const quick = words.includes('--quick');
const odd = words.filter((word) => word.startsWith('--') && !['--quick', '--json'].includes(word));
if (odd.length > 0) throw new Error(`The benchmark has no ${odd.join(', ')}`);
const json = words.includes('--json') ? words[words.indexOf('--json') + 1] : undefined;
const seconds = quick ? 5 : 20;
const turns = quick ? 5 : 15;
const sheetRows = 100_000;
const rows: BenchRow[] = [];

function add(row: BenchRow): void {
  rows.push(row);
  console.log(
    Object.entries(row)
      .map(([key, value]) => (key === 'name' ? String(value).padEnd(24) : `${key} ${value}`))
      .join('  '),
  );
}

const children: ChildProcess[] = [];

/** Something to compare with, in a process of its own; gives its address. */
async function beside(...args: string[]): Promise<string> {
  const file = join(import.meta.dirname, 'raw-server.ts');
  // In the same surroundings as the server, so that both collect garbage alike.
  const child = spawn(process.execPath, [...nodeFlags(), '--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(),
  });
  children.push(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString().trim()}`;
}

interface Place {
  id: number;
  path: string;
}

async function furnish(server: BenchServer): Promise<Record<'small' | 'large' | 'real', Place>> {
  const group = await ask<{ id: number }>(server, 'POST /groups', { name: 'fleet', path: 'fleet' });
  const make = async (name: string): Promise<Place> => {
    const fields = { name, path: name, namespace_id: group.id };
    const made = await ask<{ id: number }>(server, 'POST /projects', fields);
    return { id: made.id, path: `fleet/${name}` };
  };
  return { small: await make('small'), large: await make('large'), real: await make('real') };
}

async function measure(server: BenchServer): Promise<void> {
  const headers = { 'private-token': server.token };
  const at = (path: string): Target => ({ url: `${server.url}/api/v4${path}`, headers });
  const busy = { connections: 20, seconds };
  const calm = { connections: 4, seconds };

  await server.start();
  const { small, large, real } = await furnish(server);
  const iid = await largeMergeRequest(server, real);
  const iids = await openLineRequests(server, real);
  const fleets = [];
  for (const components of [1000, 10_000, 100_000]) {
    const name = `fleet-of-${components}`;
    const made = await ask<{ id: number }>(server, 'POST /groups', { name, path: name });
    fleets.push({ id: made.id, components, name: `export-${components / 1000}k` });
  }
  const crew = await ask<{ id: number }>(server, 'POST /groups', { name: 'crew', path: 'crew' });
  const rota = await scheduledProject(server, crew.id);
  await server.stop();
  fillProject(server, small.id, 3600);
  // What an edit takes while the instance is small.
  await server.start();
  await timeWrites(server, small.id, 100);
  const few = rowOf('few', await timeWrites(server, small.id, 300)).p90_ms ?? 1;
  await server.stop();
  fillProject(server, large.id, 100_000);
  fillReviews(server, large.id);
  for (const { id, components } of fleets) fillDependencies(server, id, components);
  fillStrangers(server.dataDir, crew.id, sheetRows);

  const starts: number[] = [];
  const cold: number[] = [];
  const one = `/projects/${real.id}/merge_requests/${iid}`;
  const diffs = at(`${one}/diffs?per_page=100`);
  for (let turn = 0; turn < turns; turn++) {
    starts.push(await server.start());
    cold.push(...(await firstBytes(diffs, 1)));
    await server.stop();
  }
  await server.start();

  const listOf = (project: Place, more = '') =>
    at(`/projects/${project.id}/merge_requests?state=opened${more}`);
  const body = await (await fetch(listOf(small).url, { headers })).text();
  const stored = join(server.dataDir, 'list.json');
  writeFileSync(stored, body);
  const database = join(server.dataDir, 'quarterdeck.sqlite');
  const bytes = await beside('bytes', stored);
  const raw = await beside('list', database, String(small.id), server.url);
  const rawBody = await (await fetch(raw)).json();
  if (!isDeepStrictEqual(rawBody, JSON.parse(body))) {
    throw new Error('raw-sql builds another body than the server');
  }

  add(await load('bare-bytes', { url: bytes }, busy));
  const yardstick = await load('raw-sql', { url: raw }, busy);
  add(yardstick);
  const compared = (row: BenchRow): BenchRow => ({
    ...row,
    ratio: Math.round(((row.rps ?? 0) / (yardstick.rps ?? 1)) * 1000) / 1000,
  });
  add(compared(await load('mr-list-3600', listOf(small), busy)));

  let peak = server.resident();
  const watch = setInterval(() => {
    peak = Math.max(peak, server.resident());
  }, 50);
  add(compared(await load('mr-list-100k', listOf(large), busy)));
  clearInterval(watch);

  const filter = '&labels=label-3&author_username=sailor23&order_by=updated_at';
  add(compared(await load('mr-list-filtered-100k', listOf(large, filter), busy)));
  const hundredth = listOf(large, '&page=100');
  add(compared(await load('mr-list-page-100', hundredth, busy)));
  const [first, last] = [await firstBytes(listOf(large), 300), await firstBytes(hundredth, 300)];
  const times = (rowOf('', last).p90_ms ?? 0) / (rowOf('', first).p90_ms ?? 1);
  add({ name: 'page-100-to-page-1', value: Math.round(times * 100) / 100, unit: '×' });
  add(await load('mr-details', at(one), calm));
  add(await load('discussions-165', at(`${one}/discussions?per_page=100`), calm));
  add(await load('commits-248', at(`${one}/commits?per_page=100`), calm));
  add(rowOf('diff-678-cold', cold));
  add(rowOf('diff-678-warm', await firstBytes(diffs, quick ? 20 : 100)));
  await ask(server, 'POST /features/mr_approved_filter', { value: true });
  await ask(server, 'PUT /application/settings', { search_rate_limit: 0 });
  const turnsOfFilter = { raw: { url: raw }, turns: quick ? 15 : 200 };
  for (const row of await timeFilters(server, large.id, turnsOfFilter)) add(row);
  await timeWrites(server, small.id, 100);
  const many = rowOf('mr-write-100k', await timeWrites(server, small.id, 300));
  add({ ...many, ratio: Math.round(((many.p90_ms ?? 0) / few) * 100) / 100 });
  add(await load('settings-read', at('/application/settings'), busy));
  for (const { id, ...as } of fleets) add(await timeExport(server, id, as));
  const asPage = (file: string) => beside('page', file);
  await addBrowserRows(server, real, { iids, beside: asPage, turns: quick ? 3 : 9, add });
  await server.stop();
  fillSchedules(server, rota);
  await server.start();
  add(await timeSchedules(server));
  // Last: a hundred thousand people are then written to.
  for (const row of await timeSheet(server, crew.id, sheetRows)) add(row);
  add({ name: 'start', value: Math.round(median(starts)), unit: 'ms' });
  add({ name: 'rss', value: Math.round(peak), unit: 'MB' });
}

const server = await benchServer();
try {
  await measure(server);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  for (const child of children) child.kill();
  await server.remove();
}
