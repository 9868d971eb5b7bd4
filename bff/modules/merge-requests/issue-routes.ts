import { mergeRequestIssues } from '#contract/merge-request-issues.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentIssues } from '../issues/present.ts';
import { closingIssues, relatedIssues } from './closing-rules.ts';
import { getMergeRequest } from './rules.ts';

/** Issues that merge requests name. */
export function mergeRequestIssueRoutes(api: Api): void {
  const lists = [
    { endpoint: mergeRequestIssues.closed, find: closingIssues },
    { endpoint: mergeRequestIssues.related, find: relatedIssues },
  ];
  for (const { endpoint, find } of lists) {
    mount(api, endpoint, async ({ ctx, project, params, paging }) => {
      const row = await getMergeRequest(ctx, project, params.merge_request_iid);
      const found = await find(ctx, project, row);
      const page = found.slice(paging.offset, paging.offset + paging.perPage);
      const issues = page.map(({ issue }) => issue);
      return { rows: await presentIssues(ctx, issues, { seen: { project } }), total: found.length };
    });
  }
}
