import type { ReactNode } from 'react';
import type { CiJob } from '#contract/ci-jobs.ts';
import { formatDuration, formatMoment, formatNumber } from '../../lib/format.ts';
import { Facts } from '../../ui/page.tsx';
import { PipelineState } from '../../ui/pipeline-state.tsx';
import { common } from '../../words/common.ts';
import { pipelineWords } from '../../words/pipelines.ts';
import classes from './pipelines.module.css';
import type { Which } from './queries.ts';
import { JobToken } from './job-token.tsx';

const words = pipelineWords.job.facts;

const moment = (at: string | null) => (at === null ? common.time.never : formatMoment(at));
const length = (seconds: number | null) =>
  seconds === null ? common.time.none : formatDuration(seconds);

/** Everything that is recorded of one job. */
export function JobFacts(props: {
  which: Which;
  job: CiJob & { readonly before: readonly CiJob[] };
}) {
  const { which, job } = props;
  const rows: (readonly [string, ReactNode])[] = [
    [words.status, <PipelineState key="status" status={job.status} />],
    [words.id, pipelineWords.number(job.id)],
    [words.stage, job.stage],
    ...(job.failure_reason === undefined ? [] : [[words.failure, job.failure_reason] as const]),
    [words.allowed, job.allow_failure ? words.yes : words.no],
    [words.user, job.user?.name ?? pipelineWords.facts.nobody],
    [words.created, formatMoment(job.created_at)],
    [words.queued, length(job.queued_duration)],
    [words.started, moment(job.started_at)],
    [pipelineWords.facts.finished, moment(job.finished_at)],
    [pipelineWords.facts.duration, length(job.duration)],
    [words.coverage, job.coverage === null ? common.time.none : `${formatNumber(job.coverage)} %`],
    [words.tags, job.tag_list.length === 0 ? common.time.none : job.tag_list.join(', ')],
  ];
  return (
    <div className={classes.panel}>
      <Facts rows={rows} />
      {job.status === 'running' && <JobToken which={which} job={job} />}
      {job.before.length > 0 && (
        <>
          <h3>{words.attempts}</h3>
          <ul className={classes.tries}>
            {job.before.toReversed().map((one) => (
              <li key={one.id}>
                <PipelineState status={one.status} />
                <span className={classes.quiet}>
                  {pipelineWords.number(one.id)} {moment(one.finished_at)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
