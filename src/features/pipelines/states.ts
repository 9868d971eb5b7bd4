import type { CiJob } from '#contract/ci-jobs.ts';
import { finishedStatuses, type PipelineStatus } from '#contract/pipeline-record.ts';

interface Standing {
  readonly status: PipelineStatus;
}

const isAmong = (statuses: readonly PipelineStatus[], { status }: Standing) =>
  statuses.includes(status);

/** Whether nothing goes on by itself any more. */
export const isOver = (status: PipelineStatus): boolean =>
  isAmong([...finishedStatuses, 'manual'], { status });

/** What has not ended can be canceled. */
export const mayCancel = (one: Standing): boolean =>
  !isAmong([...finishedStatuses, 'canceling'], one);

/** Of a pipeline its failed and canceled jobs start again. */
export const mayRetry = (one: Standing): boolean => isAmong(['failed', 'canceled'], one);

/** Any ended job can be started again. */
export const mayRetryJob = (one: Standing): boolean =>
  isAmong(['success', 'failed', 'canceled'], one);

/** What waits for somebody, or for its time. */
export const mayPlay = (one: Standing): boolean => isAmong(['manual', 'scheduled'], one);

/** A stage with the job that counts of each name, and those of its name before. */
export interface Stage {
  readonly name: string;
  readonly jobs: readonly (CiJob & { readonly before: readonly CiJob[] })[];
}

/**
 * Jobs by stage, both in the order in which they were first made: a job that is tried again is a new
 * row, which takes the place of the one before.
 */
export function stagesOf(rows: readonly CiJob[]): Stage[] {
  const stages = new Map<string, Map<string, CiJob[]>>();
  for (const job of rows.toSorted((a, b) => a.id - b.id)) {
    const names = stages.get(job.stage) ?? new Map<string, CiJob[]>();
    stages.set(job.stage, names);
    names.set(job.name, [...(names.get(job.name) ?? []), job]);
  }
  return [...stages].map(([name, names]) => ({
    name,
    jobs: [...names.values()].flatMap((tries) => {
      const last = tries.at(-1);
      return last === undefined ? [] : [{ ...last, before: tries.slice(0, -1) }];
    }),
  }));
}
