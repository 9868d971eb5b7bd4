import { commitStatuses } from '#contract/commit-statuses.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentCommitStatuses } from './present.ts';
import { commitStatusPage, reportStatus } from './rules.ts';

/** Statuses of commits. */
export function commitStatusRoutes(api: Api): void {
  mount(api, commitStatuses.list, async ({ ctx, project, params, query, paging }) => {
    const page = await commitStatusPage(ctx, project, { sha: params.sha, query, paging });
    return { rows: await presentCommitStatuses(ctx, project, page.rows), total: page.total };
  });
  mount(api, commitStatuses.create, async ({ ctx, project, params, body }) => {
    const row = await reportStatus(ctx, project, { sha: params.sha, body });
    const [record] = await presentCommitStatuses(ctx, project, [row]);
    if (record === undefined) throw new Error('one status in, one record out');
    return record;
  });
}
