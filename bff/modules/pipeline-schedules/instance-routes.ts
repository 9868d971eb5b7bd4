import { instanceSchedules } from '#contract/instance-schedules.ts';
import { previews } from '#contract/previews.ts';
import { type Api, mount } from '../../http/mount.ts';
import { previewCron } from './cron-preview.ts';
import { presentInstanceSchedules } from './instance-present.ts';
import { allSchedulePage, handOver, ownFailingPage } from './instance-rules.ts';

/** Schedules of all projects, for administrators; and what a cron text would do, for everyone. */
export function instanceScheduleRoutes(api: Api): void {
  mount(api, instanceSchedules.list, async ({ ctx, query, paging }) => {
    const page = await allSchedulePage(ctx, query, paging);
    return { rows: await presentInstanceSchedules(ctx, page.rows), total: page.total };
  });
  mount(api, instanceSchedules.listOwnFailing, async ({ ctx, paging }) => {
    const page = await ownFailingPage(ctx, paging);
    return { rows: await presentInstanceSchedules(ctx, page.rows), total: page.total };
  });
  mount(api, instanceSchedules.handOver, ({ ctx, body }) => handOver(ctx, body));
  mount(api, previews.cron, ({ ctx, body }) => previewCron(ctx, body));
}
