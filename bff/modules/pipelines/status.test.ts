import { describe, expect, it } from 'vitest';
import { type CiJobStatus, pipelineStatuses } from '#contract/pipeline-record.ts';
import { compositeStatus, isFinished } from './status.ts';

/** `!` after a status: the job may fail. */
const parts = (text: string) =>
  text.split(' ').map((word) => ({
    status: word.replace('!', '') as CiJobStatus,
    allowFailure: word.endsWith('!'),
  }));

describe('the status of a pipeline', () => {
  it.each([
    ['success', 'success'],
    ['success success', 'success'],
    ['success skipped', 'success'],
    ['success failed!', 'success'],
    ['success canceled!', 'success'],
    ['failed!', 'success'],
    ['success manual!', 'success'],
    ['skipped', 'skipped'],
    ['skipped manual!', 'skipped'],
    ['manual!', 'skipped'],
    ['created', 'created'],
    ['created manual!', 'created'],
    ['created failed!', 'created'],
    ['pending', 'pending'],
    ['pending created', 'pending'],
    ['pending created skipped', 'pending'],
    ['pending success', 'running'],
    ['pending failed', 'running'],
    ['running', 'running'],
    ['running created', 'running'],
    ['running failed', 'running'],
    ['running canceled', 'running'],
    ['success created', 'running'],
    ['failed created', 'running'],
    ['failed', 'failed'],
    ['failed success', 'failed'],
    ['failed skipped', 'failed'],
    ['failed canceled', 'failed'],
    ['canceled', 'canceled'],
    ['canceled success', 'canceled'],
    ['canceled skipped failed!', 'canceled'],
    ['canceling running', 'canceling'],
    ['canceling success', 'canceling'],
    ['manual', 'manual'],
    ['manual success', 'manual'],
    ['manual created', 'manual'],
    ['manual failed', 'manual'],
    ['scheduled', 'scheduled'],
    ['scheduled success created', 'scheduled'],
    ['preparing', 'preparing'],
    ['preparing created', 'preparing'],
    ['waiting_for_resource created', 'waiting_for_resource'],
    ['waiting_for_callback created', 'waiting_for_callback'],
    ['waiting_for_resource running', 'running'],
  ])('of jobs that are %s is %s', (jobs, status) => {
    expect(compositeStatus(parts(jobs))).toBe(status);
  });

  it('of no jobs is none', () => {
    expect(compositeStatus([])).toBeUndefined();
  });

  it('of one job is that of the job, whichever it is', () => {
    for (const status of pipelineStatuses) {
      expect(compositeStatus([{ status, allowFailure: false }])).toBe(status);
    }
  });

  it('is final for four of thirteen', () => {
    expect(pipelineStatuses.filter(isFinished)).toEqual([
      'success',
      'failed',
      'canceled',
      'skipped',
    ]);
  });
});
