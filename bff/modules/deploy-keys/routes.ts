import { deployKeyScreens, deployKeys } from '#contract/deploy-keys.ts';
import { previews } from '#contract/previews.ts';
import { type Api, mount } from '../../http/mount.ts';
import { addInstanceKey, removeEverywhere } from './instance-rules.ts';
import { inventoryPage, projectKeyPage, sharedKeyPage } from './list-rules.ts';
import {
  presentDeployKey,
  presentEnabled,
  presentInstanceKeys,
  presentInventory,
  presentOnScreen,
} from './present.ts';
import { previewDeployKey } from './preview-rules.ts';
import {
  addDeployKey,
  enableDeployKey,
  getDeployKey,
  removeDeployKey,
  updateDeployKey,
} from './rules.ts';

/** Keys by which deployments read projects, and write them where they may. */
export function deployKeyRoutes(api: Api): void {
  mount(api, deployKeys.listAll, async ({ ctx, query, paging }) => {
    const page = await inventoryPage(ctx, query.public ? { public: true } : {}, paging);
    return { ...page, rows: await presentInstanceKeys(ctx, page.rows) };
  });
  mount(api, deployKeys.createForInstance, async ({ ctx, body }) =>
    presentDeployKey(await addInstanceKey(ctx, body)),
  );
  mount(api, deployKeys.listForProject, async ({ ctx, project, paging }) => {
    const { rows, total, links } = await projectKeyPage(ctx, project, { scope: 'enabled', paging });
    return {
      rows: rows.flatMap((key) => {
        const link = links.get(key.id);
        return link === undefined ? [] : [presentEnabled({ key, link })];
      }),
      total,
    };
  });
  mount(api, deployKeys.listOfUser, async ({ ctx, params, paging }) => {
    const page = await sharedKeyPage(ctx, params.id_or_username, paging);
    return { ...page, rows: page.rows.map(presentDeployKey) };
  });
  mount(api, deployKeys.show, async ({ ctx, project, params }) =>
    presentEnabled(await getDeployKey(ctx, project, params.key_id)),
  );
  mount(api, deployKeys.create, async ({ ctx, project, body }) =>
    presentEnabled(await addDeployKey(ctx, project, body)),
  );
  mount(api, deployKeys.update, async ({ ctx, project, params, body }) =>
    presentEnabled(await updateDeployKey(ctx, project, { id: params.key_id, ...body })),
  );
  mount(api, deployKeys.enable, async ({ ctx, project, params }) =>
    presentEnabled(await enableDeployKey(ctx, project, params.key_id)),
  );
  mount(api, deployKeys.remove, ({ ctx, project, params, c }) =>
    removeDeployKey(ctx, project, {
      id: params.key_id,
      unmodifiedSince: c.req.header('if-unmodified-since'),
    }),
  );
  mount(api, deployKeyScreens.list, async ({ ctx, project, query, paging }) => {
    const page = await projectKeyPage(ctx, project, { ...query, paging });
    return { rows: await presentOnScreen(ctx, project, page), total: page.total };
  });
  mount(api, deployKeyScreens.inventory, async ({ ctx, query, paging }) => {
    const { search, state, access } = query;
    const wanted = { search, state, access, public: query.public };
    const page = await inventoryPage(ctx, wanted, paging);
    return { ...page, rows: await presentInventory(ctx, page.rows) };
  });
  mount(api, deployKeyScreens.removeEverywhere, ({ ctx, params }) =>
    removeEverywhere(ctx, params.key_id),
  );
  mount(api, previews.deployKey, ({ ctx, body }) => previewDeployKey(ctx, body));
}
