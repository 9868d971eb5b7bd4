import { request } from 'node:http';
import autocannon from 'autocannon';

/** One row of the result. */
export interface BenchRow {
  name: string;
  rps?: number;
  p50_ms?: number;
  p90_ms?: number;
  p99_ms?: number;
  ratio?: number;
  rss_mb?: number;
  value?: number;
  unit?: string;
  /** The same of a static page with the same lines, in the same run. */
  beside?: number;
}

export interface Target {
  url: string;
  headers?: Readonly<Record<string, string>>;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** What V8 needs, at the least, until it runs the code that it has compiled for speed. */
const warmUpSeconds = 2;

/** Keeps a number of connections busy for some seconds, after a warm-up. */
export async function load(
  name: string,
  target: Target,
  run: { connections: number; seconds: number },
): Promise<BenchRow> {
  const { connections, seconds } = run;
  await autocannon({
    ...target,
    connections,
    duration: Math.max(warmUpSeconds, Math.round(seconds / 4)),
  });
  const result = await autocannon({ ...target, connections, duration: seconds });
  const wrong = result.errors + result.timeouts + result.non2xx;
  if (wrong > 0) throw new Error(`${name}: ${wrong} requests failed`);
  if (result.requests.average === 0) throw new Error(`${name}: nothing was answered`);
  const { p50, p90, p99 } = result.latency;
  return { name, rps: round(result.requests.average), p50_ms: p50, p90_ms: p90, p99_ms: p99 };
}

/** Times the first byte of answers that follow each other; the rest is read and thrown away. */
export async function firstBytes(target: Target, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = request(target.url, { headers: target.headers ?? {} }, (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`${target.url} answered ${response.statusCode}`));
        }
        response.once('data', () => times.push(performance.now() - began));
        response.once('end', resolve).resume();
      });
      sent.once('error', reject).end();
    });
  }
  return times;
}

/** A row of single times. */
export function rowOf(name: string, times: readonly number[]): BenchRow {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return {
    name,
    rps: round(1000 / mean),
    p50_ms: at(0.5),
    p90_ms: at(0.9),
    p99_ms: at(0.99),
  };
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
