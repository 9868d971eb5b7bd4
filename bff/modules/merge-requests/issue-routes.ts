import { commitMergeRequests } from '#contract/commit-merge-requests.ts';
import { issueMergeRequests } from '#contract/issue-merge-requests.ts';
import { mergeRequestIssues } from '#contract/merge-request-issues.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentIssues } from '../issues/present.ts';
import { getIssue } from '../issues/rules.ts';
import { closingIssues, relatedIssues } from './closing-rules.ts';
import { mergeRequestsOfCommit } from './commit-rules.ts';
import { mergeRequestsOfIssue } from './list-rules.ts';
import { presentMergeRequests } from './present.ts';
import { getMergeRequest } from './rules.ts';

/** Issues that merge requests name, and merge requests of issues and of commits. */
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
  for (const endpoint of [issueMergeRequests.closing, issueMergeRequests.related]) {
    const closes = endpoint === issueMergeRequests.closing;
    mount(api, endpoint, async ({ ctx, project, params, paging }) => {
      const { id } = await getIssue(ctx, project, params.issue_iid);
      const page = await mergeRequestsOfIssue(ctx, { issue: { id, closes }, paging });
      const place = project.full_path;
      return { ...page, rows: await presentMergeRequests(ctx, page.rows, { place }) };
    });
  }
  mount(api, commitMergeRequests.list, async ({ ctx, project, params, query, paging }) => {
    const asked = { ...query, sha: params.sha, paging };
    const page = await mergeRequestsOfCommit(ctx, project, asked);
    const place = project.full_path;
    return { ...page, rows: await presentMergeRequests(ctx, page.rows, { place }) };
  });
}
