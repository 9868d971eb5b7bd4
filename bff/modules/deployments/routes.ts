import { deployments } from '#contract/deployments.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentMergeRequests, presentSimply } from '../merge-requests/present.ts';
import type { Project } from '../projects/rules.ts';
import { deployedMergeRequests } from './link-rules.ts';
import { presentDeployments } from './present.ts';
import {
  createDeployment,
  type Deployment,
  deploymentPage,
  getDeployment,
  removeDeployment,
  updateDeployment,
} from './rules.ts';

async function presentOne(ctx: Ctx, project: Project, row: Deployment) {
  const [record] = await presentDeployments(ctx, project, [row]);
  if (record === undefined) throw new Error('one deployment in, one record out');
  return record;
}

/** Deployments. */
export function deploymentRoutes(api: Api): void {
  mount(api, deployments.list, async ({ ctx, project, query, paging }) => {
    const page = await deploymentPage(ctx, project, { ...query, paging });
    return { rows: await presentDeployments(ctx, project, page.rows), total: page.total };
  });
  mount(api, deployments.show, async ({ ctx, project, params }) =>
    presentOne(ctx, project, await getDeployment(ctx, project, params.deployment_id)),
  );
  mount(api, deployments.create, async ({ ctx, project, body }) =>
    presentOne(ctx, project, await createDeployment(ctx, project, body)),
  );
  mount(api, deployments.update, async ({ ctx, project, params, body }) => {
    const change = { id: params.deployment_id, status: body.status };
    return presentOne(ctx, project, await updateDeployment(ctx, project, change));
  });
  mount(api, deployments.remove, ({ ctx, project, params }) =>
    removeDeployment(ctx, project, params.deployment_id),
  );
  mount(api, deployments.mergeRequests, async ({ ctx, project, params, query, paging }) => {
    const of = { id: params.deployment_id, query, paging };
    const page = await deployedMergeRequests(ctx, project, of);
    const shown = { place: project.full_path, labelDetails: query.with_labels_details };
    const rows =
      query.view === 'simple'
        ? await presentSimply(ctx, page.rows)
        : await presentMergeRequests(ctx, page.rows, shown);
    return { rows, total: page.total };
  });
}
