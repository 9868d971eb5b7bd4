import { jobs } from '#contract/jobs.ts';
import { type Api, mount } from '../../http/mount.ts';
import { type JobRow, jobPage, retryJob } from './rules.ts';

const present = (row: JobRow) => ({
  ...row,
  // Every payload was written by `enqueue`, as an object.
  payload: JSON.parse(row.payload) as Record<string, unknown>,
});

/** Background work, for administrators. */
export function jobRoutes(api: Api): void {
  mount(api, jobs.list, async ({ ctx, query, paging }) => {
    const page = await jobPage(ctx, query, paging);
    return { rows: page.rows.map(present), total: page.total };
  });
  mount(api, jobs.retry, async ({ ctx, params }) => present(await retryJob(ctx, params.id)));
}
