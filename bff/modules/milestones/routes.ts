import { groupMilestones, milestones } from '#contract/milestones.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentMilestone } from './present.ts';
import {
  createMilestone,
  getMilestone,
  milestonePage,
  type Place,
  promoteMilestone,
  removeMilestone,
  updateMilestone,
} from './rules.ts';

async function page(ctx: Ctx, place: Place, filter: Parameters<typeof milestonePage>[2]) {
  const found = await milestonePage(ctx, place, filter);
  return { rows: found.rows.map((row) => presentMilestone(ctx, row)), total: found.total };
}

/** Milestones of projects and of groups. */
export function milestoneRoutes(api: Api): void {
  mount(api, milestones.list, ({ ctx, project, query, paging }) =>
    page(ctx, { project }, { ...query, paging }),
  );
  mount(api, milestones.show, async ({ ctx, project, params }) =>
    presentMilestone(ctx, await getMilestone(ctx, { project }, params.milestone_id)),
  );
  mount(api, milestones.create, async ({ ctx, project, body }) =>
    presentMilestone(ctx, await createMilestone(ctx, { project }, body)),
  );
  mount(api, milestones.update, async ({ ctx, project, params, body }) => {
    const change = { id: params.milestone_id, changes: body };
    return presentMilestone(ctx, await updateMilestone(ctx, { project }, change));
  });
  mount(api, milestones.remove, ({ ctx, project, params }) =>
    removeMilestone(ctx, { project }, params.milestone_id),
  );
  mount(api, milestones.promote, async ({ ctx, project, params }) =>
    presentMilestone(ctx, await promoteMilestone(ctx, project, params.milestone_id)),
  );

  mount(api, groupMilestones.list, ({ ctx, group, query, paging }) =>
    page(ctx, { group }, { ...query, paging }),
  );
  mount(api, groupMilestones.show, async ({ ctx, group, params }) =>
    presentMilestone(ctx, await getMilestone(ctx, { group }, params.milestone_id)),
  );
  mount(api, groupMilestones.create, async ({ ctx, group, body }) =>
    presentMilestone(ctx, await createMilestone(ctx, { group }, body)),
  );
  mount(api, groupMilestones.update, async ({ ctx, group, params, body }) => {
    const change = { id: params.milestone_id, changes: body };
    return presentMilestone(ctx, await updateMilestone(ctx, { group }, change));
  });
  mount(api, groupMilestones.remove, ({ ctx, group, params }) =>
    removeMilestone(ctx, { group }, params.milestone_id),
  );
}
