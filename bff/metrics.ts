import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { spawnedProcesses } from './git/process.ts';

export interface Metrics {
  /** One answered request; `route` is the id of an endpoint, or a word for what is none. */
  request(seen: { method: string; route: string; status: number; seconds: number }): void;
  /** All measurements in Prometheus's text form; `jobs` are counts by state. */
  text(jobs: Readonly<Record<string, number>>): Promise<string>;
  /** Measures the process too, from now on. */
  watchProcess(): void;
}

/** Measurements of one server. */
export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'qd_http_requests_total',
    help: 'Answered requests',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'qd_http_request_seconds',
    help: 'Seconds until the answer began',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const jobs = new Gauge({
    name: 'qd_jobs',
    help: 'Background jobs by state',
    labelNames: ['state'],
    registers,
  });
  const git = new Gauge({ name: 'qd_git_processes', help: 'Started git processes', registers });
  return {
    request(seen) {
      requests.inc({ method: seen.method, route: seen.route, status: seen.status });
      seconds.observe({ route: seen.route }, seen.seconds);
    },
    async text(counts) {
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
      git.set(spawnedProcesses());
      return registry.metrics();
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}
