import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { api } from '../server.ts';
import { prepareInstance } from './instance.ts';

interface Loaded {
  sent: number;
  /** Milliseconds. */
  p99: number;
  /** MB, the highest of the server. */
  peak: number;
  problems: string[];
}

/** Sixty-four connections read and write for some seconds; nothing may fail or pile up. */
export async function loadFor(seconds: number): Promise<Loaded> {
  const instance = await prepareInstance();
  const problems: string[] = [];
  try {
    await instance.start();
    const send = api(instance.rootToken, instance.url);
    const wish = { name: 'load', initialize_with_readme: true };
    const made = await send<{ id: number }>('POST', '/projects', wish);
    // Nobody opens as many a minute as this.
    await send('PUT', '/application/settings', { issues_create_limit: 0 });
    const below = `/api/v4/projects/${made.body.id}`;
    const headers = { 'private-token': instance.rootToken, 'content-type': 'application/json' };
    const requests = [
      { method: 'GET' as const, path: `${below}/issues`, headers },
      { method: 'GET' as const, path: `${below}/merge_requests`, headers },
      { method: 'GET' as const, path: `${below}/repository/branches`, headers },
      { method: 'POST' as const, path: `${below}/issues`, headers, body: '{"title":"Load"}' },
    ];
    const { url } = instance;
    const result = await autocannon({ url, connections: 64, duration: seconds, requests });
    const failed = result.errors + result.timeouts + result.non2xx;
    if (failed > 0) problems.push(`${failed} requests failed`);
    const kept = await fetch(`${url}${below}/issues?state=all&per_page=1`, { headers });
    if (kept.status !== 200) problems.push(`afterwards the list is ${kept.status}`);
    const ready = await fetch(`${url}/-/readiness`);
    if (ready.status !== 200) problems.push(`in the end readiness is ${ready.status}`);
    const status = readFileSync(`/proc/${instance.pid()}/status`, 'utf8');
    const peak = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    return { sent: result.requests.total, p99: result.latency.p99, peak, problems };
  } finally {
    await instance.remove();
  }
}
