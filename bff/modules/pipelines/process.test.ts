import { describe, expect, it } from 'vitest';
import type { CiJobStatus, CiJobWhen } from '#contract/pipeline-record.ts';
import { type QueuedJob, turnsOf } from './process.ts';

interface Given {
  stage?: number;
  status?: CiJobStatus;
  when?: CiJobWhen;
  needs?: string[];
  fails?: boolean;
}

/** Name of each job → its status after all turns. */
function after(given: Record<string, Given>): Record<string, string> {
  const jobs = Object.entries(given).map(
    ([name, job], at): QueuedJob => ({
      id: at + 1,
      kind: 'job',
      name,
      stageIndex: job.stage ?? 1,
      status: job.status ?? 'created',
      when: job.when ?? 'on_success',
      allowFailure: job.fails ?? false,
      needs: job.needs,
    }),
  );
  const turns = new Map(turnsOf(jobs).map((turn) => [turn.id, turn.to]));
  return Object.fromEntries(jobs.map((job) => [job.name, turns.get(job.id) ?? job.status]));
}

describe('the turns of jobs', () => {
  it('the first stage begins, the others wait', () => {
    expect(after({ a: {}, b: { stage: 2 }, c: { stage: 3, when: 'manual' } })).toEqual({
      a: 'pending',
      b: 'created',
      c: 'created',
    });
  });

  it('a stage begins when all before it went well, failures that may happen included', () => {
    const before = { status: 'success' as const };
    expect(after({ a: before, b: { status: 'running' }, c: { stage: 2 } }).c).toBe('created');
    expect(after({ a: before, b: { status: 'failed', fails: true }, c: { stage: 2 } }).c).toBe(
      'pending',
    );
    expect(after({ a: before, b: { status: 'skipped' }, c: { stage: 2 } }).c).toBe('pending');
  });

  it('after a failure only jobs that wait for one, or always run, begin', () => {
    expect(
      after({
        a: { status: 'failed' },
        b: { stage: 2 },
        c: { stage: 2, when: 'on_failure' },
        d: { stage: 2, when: 'always' },
        e: { stage: 2, when: 'manual' },
        f: { stage: 3 },
      }),
    ).toEqual({
      a: 'failed',
      b: 'skipped',
      c: 'pending',
      d: 'pending',
      e: 'skipped',
      f: 'created',
    });
  });

  it('a job for failures is skipped when there is none', () => {
    expect(after({ a: { status: 'success' }, b: { stage: 2, when: 'on_failure' } }).b).toBe(
      'skipped',
    );
  });

  it('manual and delayed jobs stop there; a manual one that may fail holds nothing up', () => {
    expect(after({ a: { when: 'manual' }, b: { when: 'delayed' }, c: { stage: 2 } })).toEqual({
      a: 'manual',
      b: 'scheduled',
      c: 'created',
    });
    expect(after({ a: { when: 'manual', fails: true }, c: { stage: 2 } }).c).toBe('pending');
  });

  it('needs go before stages', () => {
    expect(
      after({
        a: { status: 'running' },
        b: { status: 'success' },
        c: { stage: 2, needs: ['b'] },
        d: { stage: 2, needs: [] },
        e: { stage: 3, needs: ['c'] },
      }),
    ).toMatchObject({ c: 'pending', d: 'pending', e: 'created' });
  });

  it('a job is skipped when one that it needs was, and so on along the chain', () => {
    expect(
      after({
        a: { status: 'failed' },
        b: { stage: 2, needs: ['a'] },
        c: { stage: 2, needs: ['b'] },
        d: { stage: 3, needs: ['c', 'x'] },
        e: { stage: 3, needs: ['c'], when: 'always' },
        x: { stage: 2, status: 'success' },
      }),
    ).toMatchObject({ b: 'skipped', c: 'skipped', d: 'skipped', e: 'pending' });
  });

  it('statuses from outside hold nothing up', () => {
    const outside: QueuedJob = {
      id: 9,
      kind: 'external',
      name: 'x',
      stageIndex: 1_000_000,
      status: 'created',
      when: 'on_success',
      allowFailure: false,
      needs: undefined,
    };
    const job: QueuedJob = { ...outside, id: 1, kind: 'job', name: 'a', stageIndex: 1 };
    expect(turnsOf([outside, job])).toEqual([{ id: 1, to: 'pending' }]);
  });

  it('of five thousand jobs are found at once', () => {
    const jobs: Record<string, Given> = { j0: { status: 'failed' } };
    for (let at = 1; at < 5000; at++)
      jobs[`j${at}`] = { stage: Math.floor(at / 100), needs: [`j${at - 1}`] };
    const before = process.cpuUsage();
    expect(Object.values(after(jobs)).filter((status) => status === 'skipped')).toHaveLength(4999);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
