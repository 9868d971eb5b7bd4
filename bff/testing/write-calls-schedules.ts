import type { Made, Scene, Sent, WriteCalls } from './write-calls.ts';

const nightly = { description: 'Nightly', ref: 'main', cron: '0 1 * * *' };
const variable = { key: 'LEVEL', value: 'deep' };

interface Scheduled {
  /** `/projects/<id>` */
  project: string;
  /** `<project>/pipeline_schedules/<id>` */
  path: string;
  schedule: Made;
}

async function scheduled(scene: Scene): Promise<Scheduled> {
  const project = `/projects/${(await scene.project()).id}`;
  const schedule = await scene.made(`POST ${project}/pipeline_schedules`, nightly);
  return { project, path: `${project}/pipeline_schedules/${schedule.id}`, schedule };
}

const onSchedule =
  (method: string, { tail = '', json = {} }: { tail?: string; json?: object } = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const { path } = await scheduled(scene);
    return { request: `${method} ${path}${tail}`, json };
  };

const onVariable =
  (method: string, json: object = {}) =>
  async (scene: Scene): Promise<Sent> => {
    const { path } = await scheduled(scene);
    await scene.made(`POST ${path}/variables`, variable);
    return { request: `${method} ${path}/variables/${variable.key}`, json };
  };

/** Pipeline schedules and their variables. */
export const scheduleCalls: WriteCalls = {
  'pipelineSchedules.create': async (scene) => ({
    request: `POST /projects/${(await scene.project()).id}/pipeline_schedules`,
    json: nightly,
  }),
  'pipelineSchedules.update': onSchedule('PUT', { json: { active: false } }),
  'pipelineSchedules.takeOwnership': async (scene) => {
    const { path } = await scheduled(scene);
    return { request: `POST ${path}/take_ownership`, token: scene.admin.token };
  },
  'pipelineSchedules.remove': onSchedule('DELETE'),
  'pipelineSchedules.play': onSchedule('POST', { tail: '/play' }),
  'pipelineScheduleVariables.create': onSchedule('POST', { tail: '/variables', json: variable }),
  'pipelineScheduleVariables.update': onVariable('PUT', { value: 'shallow' }),
  'pipelineScheduleVariables.remove': onVariable('DELETE'),
  'instanceSchedules.handOver': async (scene) => {
    const { project, schedule } = await scheduled(scene);
    const { other, admin } = scene;
    await scene.made(`POST ${project}/members`, { user_id: other.id, access_level: 30 });
    return {
      request: 'POST /bff/schedules/hand_over',
      json: { ids: [schedule.id], user_id: other.id },
      token: admin.token,
    };
  },
};
