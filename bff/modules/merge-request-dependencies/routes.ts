import { mergeRequestDependencies as endpoints } from '#contract/merge-request-dependencies.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import { presentBlock, presentBlocks } from './present.ts';
import { addBlock, blockeePage, blockPage, getBlock, removeBlock } from './rules.ts';

/** What has to be merged before what. */
export function mergeRequestDependencyRoutes(api: Api): void {
  mount(api, endpoints.list, async ({ ctx, project, params, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const page = await blockPage(ctx, row, paging);
    return { ...page, rows: await presentBlocks(ctx, project, page.rows) };
  });
  mount(api, endpoints.listBlockees, async ({ ctx, project, params, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const page = await blockeePage(ctx, row, paging);
    return { ...page, rows: await presentBlocks(ctx, project, page.rows) };
  });
  mount(api, endpoints.show, async ({ ctx, project, params }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    return presentBlock(ctx, project, await getBlock(ctx, row, params.block_id));
  });
  mount(api, endpoints.create, async ({ ctx, project, params, body }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    return presentBlock(ctx, project, await addBlock(ctx, { project, row }, body));
  });
  mount(api, endpoints.remove, async ({ ctx, project, params }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    await removeBlock(ctx, { project, row }, params.block_id);
  });
}
