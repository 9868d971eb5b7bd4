import type { QueryClient } from '@tanstack/react-query';
import { ciJobs } from '#contract/ci-jobs.ts';
import { commitStatuses } from '#contract/commit-statuses.ts';
import type { InputOf, ResponseOf } from '#contract/endpoint.ts';
import type { PipelineStatus } from '#contract/pipeline-record.ts';
import { pipelines } from '#contract/pipelines.ts';
import { projects } from '#contract/projects.ts';
import { pagesOf, queryOf } from '../../api/client.ts';
import { every } from '../../api/polling.ts';
import { type ListQuery, listQuery, prepareList } from '../../table/list-query.ts';
import { momentOf, oneOf, pageInput } from '../../table/url-state.ts';
import type { PipelineSearch } from './filters.ts';
import { isOver } from './states.ts';

export type ListedPipeline = ResponseOf<typeof pipelines.list>[number];

/** Which pipeline: the project's path or id, and the pipeline's id. */
export interface Which {
  readonly project: string;
  readonly id: number;
}

const { shape } = pipelines.list.query;
export const scopes = shape.scope.unwrap().options;
const orders = shape.order_by.unwrap().options;
const moments = ['created_after', 'created_before', 'updated_after', 'updated_before'] as const;

/** What goes on is asked for again after so many milliseconds. */
export const beat = 5_000;

const listInput = (search: PipelineSearch): Omit<InputOf<typeof pipelines.list>, 'id'> => ({
  ...pageInput(search),
  order_by: oneOf(orders, search.order_by) ?? 'id',
  ...(search.sort && { sort: search.sort }),
  ...(search.scope && { scope: oneOf(scopes, search.scope) }),
  ...(search.status && { status: oneOf(shape.status.unwrap().options, search.status) }),
  ...(search.source && { source: oneOf(shape.source.unwrap().options, search.source) }),
  ...(search.yaml_errors && { yaml_errors: search.yaml_errors === 'yes' }),
  ...(search.ref && { ref: search.ref }),
  ...(search.username && { username: search.username }),
  ...(search.sha && { sha: search.sha }),
  ...(search.name && { name: search.name }),
  ...Object.fromEntries(
    moments.flatMap((name) => (search[name] ? [[name, momentOf(search[name])]] : [])),
  ),
});

/** Pipelines of a project; asked again while one of the page goes on. */
export function pipelineList(project: string, search: PipelineSearch): ListQuery<ListedPipeline> {
  const query = listQuery(pipelines.list, { id: project, ...listInput(search) });
  return {
    ...query,
    options: {
      ...query.options,
      refetchInterval: ({ state: { data } }) => {
        const rows = data === undefined ? [] : query.rowsOf(data).rows;
        return rows.some(({ status }) => !isOver(status)) ? every(2 * beat) : false;
      },
    },
  };
}

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

export const idOf = ({ project, id }: Which) => ({ id: project, pipeline_id: id });

/** One pipeline; asked again while it goes on. */
export const pipelineShown = (which: Which) => ({
  ...queryOf(pipelines.show, idOf(which)),
  refetchInterval: (query: { state: { data?: { status: PipelineStatus } } }) => {
    const status = query.state.data?.status;
    return status === undefined || isOver(status) ? (false as const) : every(beat);
  },
});

/** Every job that was ever made for it, those that were tried again included. */
export const jobsOf = (which: Which) =>
  pagesOf(ciJobs.listOfPipeline, { ...idOf(which), include_retried: true, per_page: 100 });

export const variablesOf = (which: Which) => queryOf(pipelines.variables, idOf(which));

/** The newest status of each name that was reported of the pipeline's commit. */
export const statusesOf = (which: Which, sha: string) =>
  pagesOf(commitStatuses.list, { id: which.project, sha, pipeline_id: which.id, per_page: 100 });

/** What the list shows. */
export async function preparePipelines(
  client: QueryClient,
  path: string,
  search: PipelineSearch,
): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(path)),
    prepareList(client, pipelineList(path, search)),
  ]);
}

/** What everything around a pipeline needs. */
export async function preparePipeline(client: QueryClient, which: Which): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(which.project)),
    client.ensureQueryData(pipelineShown(which)),
  ]);
}

/** Endpoints whose answers any change of a pipeline makes stale. */
export const touched = [
  pipelines.list,
  pipelines.show,
  ciJobs.listOfPipeline,
  ciJobs.show,
  commitStatuses.list,
];
