import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Pipeline } from '#contract/pipeline-record.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDuration, formatMoment } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { mayInProject } from '../../lib/permissions.ts';
import { RowPanel } from '../../table/row-panel.tsx';
import { Mono, Person, Ref } from '../../ui/marks.tsx';
import { Content, Facts, Page, Section } from '../../ui/page.tsx';
import { PipelineBadge } from '../../ui/pipeline-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { pipelineWords as words } from '../../words/pipelines.ts';
import { JobFacts } from './job-facts.tsx';
import { useJobs } from './jobs.ts';
import { JobsPart } from './jobs-part.tsx';
import { PipelineActions } from './pipeline-actions.tsx';
import classes from './pipelines.module.css';
import { pipelineShown, projectOf } from './queries.ts';
import { isOver } from './states.ts';
import { StatusesPart } from './statuses-part.tsx';
import { VariablesPart } from './variables-part.tsx';

const route = getRouteApi('/_auth/projects/$project/pipelines/$pipeline');

/** One pipeline: how it stands, its jobs by stage, what it was started with and by whom. */
export function PipelinePage() {
  const { project: path, pipeline } = route.useParams();
  const { job } = route.useSearch();
  const navigate = route.useNavigate();
  const which = { project: path, id: Number(pipeline) };
  const user = useCurrentUser();
  const { data: project } = useSuspenseQuery(projectOf(path));
  const { data: record } = useSuspenseQuery(pipelineShown(which));
  const jobs = useJobs(which, !isOver(record.status), job);
  const mayUpdate = mayInProject(user, project, 'update_pipeline');
  const mayReadVariables =
    mayInProject(user, project, 'admin_pipeline') || (mayUpdate && record.user?.id === user.id);
  const isMissing = job !== undefined && jobs.stages !== undefined && !jobs.hasMore;
  return (
    <Page
      title={record.name ?? words.pipeline(record.id)}
      {...(record.name !== null && { number: words.number(record.id) })}
      actions={
        <PipelineActions
          which={which}
          record={record}
          may={{ update: mayUpdate, remove: mayInProject(user, project, 'remove_pipeline') }}
        />
      }
      meta={<Meta record={record} path={path} self={user.id} />}
    >
      <Content>
        <div className={classes.beside}>
          <div className={classes.stages}>
            <Notes record={record} />
            {isMissing && jobs.chosen === undefined && (
              <p className={classes.quiet} role="status">
                {words.job.notHere}
              </p>
            )}
            <JobsPart jobs={jobs} which={which} mayUpdate={mayUpdate} />
            <StatusesPart which={which} record={record} jobs={jobs} />
            <VariablesPart key={record.id} which={which} mayRead={mayReadVariables} />
          </div>
          {jobs.chosen === undefined ? (
            <aside className={classes.side}>
              <About record={record} path={path} />
            </aside>
          ) : (
            <RowPanel
              label={jobs.chosen.name}
              onClose={() =>
                void navigate({
                  search: (old) => ({ ...old, job: undefined }),
                  resetScroll: false,
                })
              }
            >
              <JobFacts key={jobs.chosen.id} which={which} job={jobs.chosen} />
            </RowPanel>
          )}
        </div>
      </Content>
    </Page>
  );
}

function Meta({ record, path, self }: { record: Pipeline; path: string; self: number }) {
  return (
    <>
      <PipelineBadge status={record.status} />
      <Ref name={record.ref} />
      <TextLink to="/projects/$project/commits/$sha" params={{ project: path, sha: record.sha }}>
        <Mono>{record.sha.slice(0, 8)}</Mono>
      </TextLink>
      <span>{words.sources[record.source]}</span>
      {record.user !== null && <Person name={record.user.name} isSelf={record.user.id === self} />}
      <RelativeTime at={record.created_at} />
    </>
  );
}

/** What is wrong with the CI file, or what did not pass although it was allowed to. */
function Notes({ record }: { record: Pipeline }) {
  const errors = record.yaml_errors;
  const isWarned = record.status === 'success' && record.detailed_status.text !== 'Passed';
  if (errors === null && !isWarned) return null;
  return (
    <div className={classes.note} data-tone={errors === null ? 'warning' : undefined}>
      <IconAlertTriangle aria-hidden size={16} />
      <div>
        <strong>{errors === null ? words.warned : words.errors}</strong>
        {errors !== null && <p className={classes.value}>{errors}</p>}
        <p>{errors === null ? words.warnedHelp : words.errorsHelp}</p>
      </div>
    </div>
  );
}

function About({ record, path }: { record: Pipeline; path: string }) {
  const { facts } = words;
  const moment = (at: string | null) => (at === null ? common.time.never : formatMoment(at));
  const length = (seconds: number | null) =>
    seconds === null ? common.time.none : formatDuration(seconds);
  const rows: (readonly [string, ReactNode])[] = [
    [facts.source, words.sources[record.source]],
    [facts.user, record.user?.name ?? facts.nobody],
    [facts.ref, <Ref key="ref" name={record.ref} />],
    [
      facts.commit,
      <TextLink
        key="commit"
        to="/projects/$project/commits/$sha"
        params={{ project: path, sha: record.sha }}
      >
        <Mono>{record.sha.slice(0, 8)}</Mono>
      </TextLink>,
    ],
    [facts.created, formatMoment(record.created_at)],
    [facts.queued, length(record.queued_duration)],
    [facts.started, moment(record.started_at)],
    [facts.finished, moment(record.finished_at)],
    [facts.duration, length(record.duration)],
    [facts.coverage, record.coverage === null ? common.time.none : `${record.coverage} %`],
  ];
  return (
    <Section title={words.about}>
      <Facts rows={rows} />
    </Section>
  );
}
