import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { instanceSchedules } from '#contract/instance-schedules.ts';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { pipelines } from '#contract/pipelines.ts';
import { previews } from '#contract/previews.ts';
import { projects } from '#contract/projects.ts';
import type { ScheduleOverview, ScheduleRun } from '#contract/schedule-record.ts';
import { autocomplete } from '#contract/autocomplete.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { every } from '../../api/polling.ts';
import { type ListQuery, listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearch, type ListSearchWith, oneOf, pageInput } from '../../table/url-state.ts';

/** Which schedule: the project's path or id, and the schedule's id. */
export interface Which {
  readonly project: string;
  readonly id: number;
}

export type ScheduleSearch = ListSearchWith<'scope'>;
export type InstanceSearch = ListSearchWith<'state' | 'owner' | 'project_id'>;

export const scopes = ['active', 'inactive'] as const;
export const instanceStates = ['active', 'inactive', 'orphaned', 'failing'] as const;

/** Runs come by the clock: what is shown of them is asked for again so often. */
const beat = 30_000;
/** Likewise while one is about to run, which takes a moment. */
const haste = 2_000;

const live = <Row>(query: ListQuery<Row>): ListQuery<Row> => ({
  ...query,
  options: { ...query.options, refetchInterval: () => every(beat) },
});

/** When runs are asked for again. */
const nextLook = (runs: readonly ScheduleRun[] | undefined) =>
  every(runs?.some(({ state }) => state === 'waiting') ? haste : beat);

/** Schedules of a project with their runs. */
export function scheduleList(project: string, search: ScheduleSearch): ListQuery<ScheduleOverview> {
  return live(
    listQuery(pipelineSchedules.overview, {
      id: project,
      ...pageInput(search),
      ...(search.scope && { scope: oneOf(scopes, search.scope) }),
    }),
  );
}

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

export const idOf = ({ project, id }: Which) => ({ id: project, pipeline_schedule_id: id });

export const scheduleShown = (which: Which) => queryOf(pipelineSchedules.show, idOf(which));

/** So many squares stand beside the title. */
const shownRuns = 6;

/** The newest runs. */
export const lastRuns = (which: Which) =>
  queryOptions({
    ...listOf(pipelineSchedules.runs, { ...idOf(which), per_page: shownRuns }),
    refetchInterval: ({ state }) => nextLook(state.data?.rows),
  });

/** Asked for its total alone. */
export const pipelineCount = (which: Which) => ({
  ...listOf(pipelineSchedules.listPipelines, { ...idOf(which), per_page: 1 }),
  refetchInterval: () => every(beat),
});

export function runList(which: Which, search: ListSearch): ListQuery<ScheduleRun> {
  const query = listQuery(pipelineSchedules.runs, { ...idOf(which), ...pageInput(search) });
  const { options, rowsOf } = query;
  return {
    ...query,
    options: {
      ...options,
      refetchInterval: ({ state }) => nextLook(state.data && rowsOf(state.data).rows),
    },
  };
}

export const pipelineList = (which: Which, search: ListSearch) =>
  live(
    listQuery(pipelineSchedules.listPipelines, {
      ...idOf(which),
      ...pageInput(search),
      sort: search.sort ?? 'desc',
    }),
  );

/** When a schedule that is being written would run. */
export const previewOf = (cron: string, zone: string) =>
  queryOf(previews.cron, { cron, cron_timezone: zone, count: 10 });

/** Schedules of all projects. */
export const instanceList = (search: InstanceSearch) =>
  live(
    listQuery(instanceSchedules.list, {
      ...pageInput(search),
      ...(search.search && { search: search.search }),
      ...(search.state && { state: oneOf(instanceStates, search.state) }),
      ...(search.owner && { owner: search.owner }),
      ...(search.project_id &&
        /^\d{1,15}$/.test(search.project_id) && { project_id: Number(search.project_id) }),
    }),
  );

/** People whom schedules can be handed over to, found by name. */
export const heirs = (search: string) =>
  listOf(autocomplete.users, { per_page: 20, ...(search !== '' && { search }) });

/** What the list of a project shows. */
export async function prepareSchedules(
  client: QueryClient,
  path: string,
  search: ScheduleSearch,
): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(path)),
    prepareList(client, scheduleList(path, search)),
  ]);
}

/** What everything around a schedule needs. */
export async function prepareSchedule(client: QueryClient, which: Which): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(which.project)),
    client.ensureQueryData(scheduleShown(which)),
    client.ensureQueryData(lastRuns(which)),
    client.ensureQueryData(pipelineCount(which)),
  ]);
}

/** Endpoints whose answers any change of a schedule makes stale. */
export const touched = [
  pipelineSchedules.list,
  pipelineSchedules.overview,
  pipelineSchedules.show,
  pipelineSchedules.runs,
  pipelineSchedules.listPipelines,
  instanceSchedules.list,
  pipelines.list,
];
