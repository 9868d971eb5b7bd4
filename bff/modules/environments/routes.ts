import { environments } from '#contract/environments.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentDeployments } from '../deployments/present.ts';
import { lastDeployment } from '../deployments/rules.ts';
import { presentEnvironment } from './present.ts';
import {
  createEnvironment,
  environmentPage,
  getEnvironment,
  removeEnvironment,
  stopEnvironment,
  updateEnvironment,
} from './rules.ts';

/** Environments. */
export function environmentRoutes(api: Api): void {
  mount(api, environments.list, async ({ ctx, project, query, paging }) => {
    const page = await environmentPage(ctx, project, { ...query, paging });
    return { rows: page.rows.map(presentEnvironment), total: page.total };
  });
  mount(api, environments.show, async ({ ctx, project, params }) => {
    const row = await getEnvironment(ctx, project, params.environment_id);
    const last = await lastDeployment(ctx, row.id);
    const [record] = last === undefined ? [] : await presentDeployments(ctx, project, [last]);
    return { ...presentEnvironment(row), last_deployment: record ?? null };
  });
  mount(api, environments.create, async ({ ctx, project, body }) =>
    presentEnvironment(await createEnvironment(ctx, project, body)),
  );
  mount(api, environments.update, async ({ ctx, project, params, body }) => {
    const change = { id: params.environment_id, body };
    return presentEnvironment(await updateEnvironment(ctx, project, change));
  });
  mount(api, environments.stop, async ({ ctx, project, params }) =>
    presentEnvironment(await stopEnvironment(ctx, project, params.environment_id)),
  );
  mount(api, environments.remove, ({ ctx, project, params }) =>
    removeEnvironment(ctx, project, params.environment_id),
  );
}
