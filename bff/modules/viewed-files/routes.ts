import { viewedFiles } from '#contract/viewed-files.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import { markViewed, viewedBy } from './rules.ts';

/** Which changed files somebody has looked at. */
export function viewedFileRoutes(api: Api): void {
  mount(api, viewedFiles.show, async ({ ctx, project, params }) =>
    viewedBy(ctx, await getMergeRequest(ctx, project, params.merge_request_iid)),
  );
  mount(api, viewedFiles.update, async ({ ctx, project, params, body }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    return markViewed(ctx, { project, row }, body);
  });
}
