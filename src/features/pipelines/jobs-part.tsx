import { useMemo } from 'react';
import type { CiJob } from '#contract/ci-jobs.ts';
import { formatDuration } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { PipelineState } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { pipelineWords } from '../../words/pipelines.ts';
import { JobActions } from './job-actions.tsx';
import classes from './pipelines.module.css';
import type { Jobs } from './jobs.ts';
import type { Which } from './queries.ts';
import { isOver, type Stage } from './states.ts';

const words = pipelineWords.job;
const helper = columnsOf<CiJob>();

const columnsFor = (which: Which, mayUpdate: boolean) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.columns.name,
      meta: { phone: 'title', link: true },
      cell: ({ row: { original } }) => (
        <TextLink
          to="."
          search={(search: object) => ({ ...search, job: String(original.id) })}
          resetScroll={false}
        >
          {original.name}
        </TextLink>
      ),
    }),
    helper.display({
      id: 'status',
      header: words.columns.status,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => (
        <span className={classes.jobStatus}>
          <PipelineState status={original.status} />
          {original.allow_failure && original.status === 'failed' && (
            <span className={classes.quiet}>{words.allowed}</span>
          )}
        </span>
      ),
    }),
    helper.display({
      id: 'duration',
      header: words.columns.duration,
      meta: { width: 'xs', numeric: true, quiet: true },
      cell: ({ row: { original } }) =>
        original.duration === null ? common.time.none : formatDuration(original.duration),
    }),
    helper.display({
      id: 'finished',
      header: words.columns.finished,
      meta: { width: 's', numeric: true, quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.finished_at === null ? (
          common.time.none
        ) : (
          <RelativeTime at={original.finished_at} />
        ),
    }),
    ...(mayUpdate
      ? [
          helper.display({
            id: 'actions',
            header: words.columns.actions,
            meta: { width: 's', numeric: true, phone: 'end' },
            cell: ({ row: { original } }) => <JobActions which={which} job={original} />,
          }),
        ]
      : []),
  ]);

/** Jobs of a pipeline by stage. */
export function JobsPart(props: { jobs: Jobs; which: Which; mayUpdate: boolean }) {
  const { jobs, which, mayUpdate } = props;
  const { project, id } = which;
  const columns = useMemo(() => columnsFor({ project, id }, mayUpdate), [project, id, mayUpdate]);
  if (jobs.stages === undefined) {
    if (jobs.error === null) return <RowsSkeleton />;
    return <ErrorState error={jobs.error} retry={jobs.retry} />;
  }
  return (
    <>
      {jobs.stages.map((stage) => (
        <StagePart
          key={stage.name}
          stage={stage}
          columns={columns}
          current={jobs.chosen && String(jobs.chosen.id)}
        />
      ))}
      {jobs.stages.length === 0 && <p className={classes.quiet}>{pipelineWords.noJobs}</p>}
      {jobs.hasMore && <p className={classes.quiet}>{pipelineWords.loadingJobs}</p>}
    </>
  );
}

function StagePart(props: {
  stage: Stage;
  columns: ReturnType<typeof columnsFor>;
  current: string | undefined;
}) {
  const { stage, columns, current } = props;
  const done = stage.jobs.filter(({ status }) => isOver(status)).length;
  return (
    <Section
      title={stage.name}
      action={
        <span className={classes.quiet}>{pipelineWords.stageDone(done, stage.jobs.length)}</span>
      }
    >
      <Card>
        <DataTable
          testId={`jobs-${stage.name}`}
          inset
          label={pipelineWords.stageJobs(stage.name)}
          columns={columns}
          rows={stage.jobs}
          current={current}
          empty={null}
        />
      </Card>
    </Section>
  );
}
