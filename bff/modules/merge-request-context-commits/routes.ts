import { mergeRequestContextCommits as endpoints } from '#contract/merge-request-context-commits.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentCommit } from '../commits/present.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import { addContextCommits, contextPage, removeContextCommits } from './rules.ts';

/** Commits that a merge request builds on. */
export function mergeRequestContextCommitRoutes(api: Api): void {
  mount(api, endpoints.list, async ({ ctx, project, params, paging }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const page = await contextPage(ctx, row, paging);
    return { ...page, rows: page.rows.map((commit) => presentCommit(ctx, project, commit)) };
  });
  mount(api, endpoints.create, async ({ ctx, project, params, body }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const added = await addContextCommits(ctx, { project, row }, body.commits);
    return added.map((commit) => presentCommit(ctx, project, commit));
  });
  mount(api, endpoints.remove, async ({ ctx, project, params, body }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    await removeContextCommits(ctx, { project, row }, body.commits);
  });
}
