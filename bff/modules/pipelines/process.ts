import type { CiJobStatus, CiJobWhen } from '#contract/pipeline-record.ts';
import { inOrder } from '../../ci/needs.ts';
import { compositeStatus, isFinished, type StatusPart } from './status.ts';

/** What decides whether a job's turn has come. */
export interface QueuedJob {
  readonly id: number;
  readonly kind: 'job' | 'external';
  readonly name: string;
  readonly stageIndex: number;
  readonly status: CiJobStatus;
  readonly when: CiJobWhen;
  readonly allowFailure: boolean;
  readonly needs: readonly string[] | undefined;
}

/** What becomes of jobs whose turn it is, or cannot come any more. */
export type Turn = { id: number; to: 'pending' | 'manual' | 'scheduled' | 'skipped' };

/** Statuses of what a job waits for with which it goes on; with any other ended one it is skipped. */
const going: Record<CiJobWhen, readonly CiJobStatus[]> = {
  on_success: ['success', 'skipped'],
  manual: ['success', 'skipped'],
  delayed: ['success', 'skipped'],
  on_failure: ['failed'],
  always: ['success', 'failed', 'skipped', 'canceled'],
};

/** A job that names its needs is skipped when one of them was. */
const goingByNeeds: Record<CiJobWhen, readonly CiJobStatus[]> = {
  ...going,
  on_success: ['success'],
  manual: ['success'],
  delayed: ['success'],
};

/**
 * The turns of all jobs that are `created`: each once what it waits for has ended. Skipping one may
 * end what another waits for, so it goes on until nothing changes.
 */
export function turnsOf(jobs: readonly QueuedJob[]): Turn[] {
  const now = new Map(jobs.map((job) => [job.id, job.status]));
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const part = (job: QueuedJob): StatusPart => ({
    status: now.get(job.id) ?? job.status,
    allowFailure: job.allowFailure,
  });
  const stages = stagesOf(jobs);
  const turns: Turn[] = [];
  for (;;) {
    const before = turns.length;
    // Of each kind of part one is enough to work out the status.
    const passed = new Map<string, StatusPart>();
    for (const stage of stages) {
      const stagesBefore = compositeStatus(passed.values()) ?? 'success';
      for (const job of stage) {
        if (job.kind !== 'job' || now.get(job.id) !== 'created') continue;
        const needed = job.needs?.flatMap((name) => byName.get(name) ?? []);
        const awaited = needed === undefined ? stagesBefore : statusOfNeeds(needed.map(part));
        const to = turnOf(job, awaited);
        if (to === undefined) continue;
        now.set(job.id, to);
        turns.push({ id: job.id, to });
      }
      for (const job of stage) {
        const one = part(job);
        passed.set(`${one.status} ${one.allowFailure}`, one);
      }
    }
    if (turns.length === before) return turns;
  }
}

/** Jobs by stage, within a stage after those of it that they need. */
function stagesOf(jobs: readonly QueuedJob[]): QueuedJob[][] {
  const order = [...inOrder(new Map(jobs.map((job) => [job.name, job.needs ?? []])))];
  const place = new Map(order.map((name, at) => [name, at]));
  const stages = new Map<number, QueuedJob[]>();
  const sorted = [...jobs].sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0));
  for (const job of sorted) {
    const stage = stages.get(job.stageIndex);
    if (stage === undefined) stages.set(job.stageIndex, [job]);
    else stage.push(job);
  }
  return [...stages].sort(([a], [b]) => a - b).map(([, stage]) => stage);
}

/** A job that names its needs waits for all of them, and is skipped when one did not run. */
function statusOfNeeds(parts: readonly StatusPart[]): CiJobStatus {
  const idle = parts.some(
    ({ status, allowFailure }) => status === 'skipped' || (status === 'manual' && allowFailure),
  );
  if (idle) return 'skipped';
  if (parts.some(({ status }) => !isFinished(status))) return 'pending';
  return compositeStatus(parts) ?? 'success';
}

function turnOf(job: QueuedJob, awaited: CiJobStatus): Turn['to'] | undefined {
  if (!isFinished(awaited)) return undefined;
  const goes = job.needs === undefined ? going : goingByNeeds;
  if (!goes[job.when].includes(awaited)) return 'skipped';
  if (job.when === 'manual') return 'manual';
  return job.when === 'delayed' ? 'scheduled' : 'pending';
}
