import { setTimeout as pause } from 'node:timers/promises';
import { type BenchRow, firstBytes, rowOf } from './load.ts';
import type { BenchServer } from './server.ts';
import { applySheet, type SheetRun, sheetOf, sheetRun, uploadSheet } from './strangers.ts';

/** Requests whose times are compared. */
const asked = 200;

/**
 * A dry run of a CSV of reassignments, and what it has shown: from the upload to the end. Meanwhile
 * the settings are read again and again; `ratio` is their 90th percentile to that of a calm server.
 */
export async function timeSheet(
  server: BenchServer,
  groupId: number,
  rows: number,
): Promise<BenchRow[]> {
  const headers = { 'private-token': server.token };
  const target = { url: `${server.url}/api/v4/application/settings`, headers };
  await firstBytes(target, asked);
  const calm = rowOf('calm', await firstBytes(target, asked)).p90_ms ?? 1;
  const sheet = sheetOf(groupId, rows);

  const timed = async (name: string, begin: () => Promise<SheetRun>) => {
    const began = performance.now();
    let run = await begin();
    let peak = server.resident();
    const waits: number[] = [];
    while (run.status === 'queued' || run.status === 'running') {
      waits.push(...(await firstBytes(target, 5)));
      peak = Math.max(peak, server.resident());
      await pause(50);
      run = await sheetRun(server, groupId, run.id);
    }
    const value = Math.round(performance.now() - began);
    if (run.matched !== rows) throw new Error(`${name} matched ${run.matched} rows`);
    const { p90_ms = 0 } = rowOf(name, waits);
    const ratio = Math.round((p90_ms / calm) * 100) / 100;
    const row: BenchRow = { name, value, unit: 'ms', p90_ms, ratio, rss_mb: Math.round(peak) };
    return { row, id: run.id };
  };

  const dry = await timed('csv-100k-dry', () =>
    uploadSheet(server, groupId, { sheet, isDry: true }),
  );
  const applied = await timed('csv-100k-apply', () => applySheet(server, groupId, dry.id));
  return [dry.row, applied.row];
}
