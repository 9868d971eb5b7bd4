import { pipelineScheduleVariables } from '#contract/pipeline-schedule-variables.ts';
import { pipelineSchedules } from '#contract/pipeline-schedules.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentBasicPipeline } from '../pipelines/present.ts';
import { pipelinesOfSchedule } from '../pipelines/rules.ts';
import { getSchedule } from './access-rules.ts';
import { overviewPage, runPage } from './overview-rules.ts';
import { presentOverview, presentRuns } from './overview-present.ts';
import { presentSchedule, presentSchedules, presentVariable } from './present.ts';
import {
  changeSchedule,
  createSchedule,
  playSchedule,
  removeSchedule,
  schedulePage,
  takeOwnership,
} from './rules.ts';
import { changeVariable, createVariable, getVariable, removeVariable } from './variable-rules.ts';

/** Pipeline schedules with their variables, and what their project's screens show of them. */
export function pipelineScheduleRoutes(api: Api): void {
  mount(api, pipelineSchedules.list, async ({ ctx, project, query, paging }) => {
    const page = await schedulePage(ctx, project, { scope: query.scope, paging });
    return { rows: await presentSchedules(ctx, page.rows), total: page.total };
  });
  mount(api, pipelineSchedules.show, async ({ ctx, project, params }) =>
    presentSchedule(ctx, project, await getSchedule(ctx, project, params.pipeline_schedule_id)),
  );
  mount(api, pipelineSchedules.listPipelines, async ({ ctx, project, params, query, paging }) => {
    const { id } = await getSchedule(ctx, project, params.pipeline_schedule_id);
    const filter = { ...query, pipeline_schedule_id: id, paging };
    const page = await pipelinesOfSchedule(ctx, project, filter);
    const rows = page.rows.map((row) => presentBasicPipeline(ctx, project, row));
    return { rows, total: page.total };
  });
  mount(api, pipelineSchedules.create, async ({ ctx, project, body }) =>
    presentSchedule(ctx, project, await createSchedule(ctx, project, body)),
  );
  mount(api, pipelineSchedules.update, async ({ ctx, project, params, body }) => {
    const change = { id: params.pipeline_schedule_id, ...body };
    return presentSchedule(ctx, project, await changeSchedule(ctx, project, change));
  });
  mount(api, pipelineSchedules.takeOwnership, async ({ ctx, project, params }) => {
    const taken = await takeOwnership(ctx, project, params.pipeline_schedule_id);
    const record = await presentSchedule(ctx, project, taken.schedule);
    return new Reply(record, taken.changed ? 201 : 200);
  });
  mount(api, pipelineSchedules.remove, ({ ctx, project, params, c }) =>
    removeSchedule(ctx, project, {
      id: params.pipeline_schedule_id,
      unmodifiedSince: c.req.header('if-unmodified-since'),
    }),
  );
  mount(api, pipelineSchedules.play, async ({ ctx, project, params }) => {
    await playSchedule(ctx, project, params.pipeline_schedule_id);
    return { message: '201 Created' };
  });
  mount(api, pipelineSchedules.overview, async ({ ctx, project, query, paging }) => {
    const page = await overviewPage(ctx, project, { scope: query.scope, paging });
    return { rows: await presentOverview(ctx, project, page.rows), total: page.total };
  });
  mount(api, pipelineSchedules.runs, async ({ ctx, project, params, paging }) => {
    const page = await runPage(ctx, project, { id: params.pipeline_schedule_id, paging });
    return { rows: await presentRuns(ctx, project, page.rows), total: page.total };
  });
  variableRoutes(api);
}

function variableRoutes(api: Api): void {
  mount(api, pipelineScheduleVariables.create, async ({ ctx, project, params, body }) => {
    const given = { id: params.pipeline_schedule_id, ...body };
    return presentVariable(ctx, await createVariable(ctx, project, given));
  });
  mount(api, pipelineScheduleVariables.show, async ({ ctx, project, params }) => {
    const named = { id: params.pipeline_schedule_id, key: params.key };
    return presentVariable(ctx, await getVariable(ctx, project, named));
  });
  mount(api, pipelineScheduleVariables.update, async ({ ctx, project, params, body }) => {
    const { value, variable_type } = body;
    const given = { id: params.pipeline_schedule_id, key: params.key, value, variable_type };
    return presentVariable(ctx, await changeVariable(ctx, project, given));
  });
  mount(api, pipelineScheduleVariables.remove, async ({ ctx, project, params }) => {
    const named = { id: params.pipeline_schedule_id, key: params.key };
    return presentVariable(ctx, await removeVariable(ctx, project, named));
  });
}
