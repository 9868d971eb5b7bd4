import type { Name } from './cast.ts';
import type { Project } from './project.ts';
import type { World } from './world.ts';

interface Part {
  project: string;
  by: Name;
  schedule: object;
  variables?: readonly object[];
  plays?: number;
}

/** One that runs, one that is played, one that is off, one without a CI file, one whose owner left. */
const parts: readonly Part[] = [
  {
    project: 'tide-tables',
    by: 'maintainer',
    schedule: {
      description: 'Nightly soundings',
      ref: 'main',
      cron: '0 2 * * *',
      cron_timezone: 'Copenhagen',
    },
    variables: [{ key: 'DEPTH', value: 'full' }],
    plays: 2,
  },
  {
    project: 'tide-tables',
    by: 'maintainer',
    schedule: {
      description: 'Tables of the week',
      ref: 'refs/tags/v1.0.0',
      cron: '30 6 * * MON',
      cron_timezone: 'Pacific/Auckland',
      active: false,
    },
  },
  {
    project: 'logbook',
    by: 'maintainer',
    schedule: { description: 'Copy out the log', ref: 'main', cron: '15 */6 * * *' },
    plays: 1,
  },
  {
    project: 'berth-planner',
    by: 'maintainer',
    schedule: { description: 'Plan of the month', ref: 'main', cron: '0 7 * * *' },
  },
  {
    project: 'tide-tables',
    by: 'lanyard',
    schedule: { description: 'Watch the moon', ref: 'refs/heads/autumn', cron: '0 4 * * *' },
  },
];

/** Pipeline schedules, which have run once more when the demo begins. */
export async function addSchedules(world: World, projects: readonly Project[]): Promise<void> {
  for (const { project: path, by, schedule, variables = [], plays = 0 } of parts) {
    const project = projects.find((one) => one.path === path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    const at = `/projects/${project.id}/pipeline_schedules`;
    const { id } = await world.call<{ id: number }>(by, `POST ${at}`, { ...schedule, variables });
    for (let time = 0; time < plays; time += 1) {
      await world.call(by, `POST ${at}/${id}/play`);
      await world.settle();
    }
  }
}
