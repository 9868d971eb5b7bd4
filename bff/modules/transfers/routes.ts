import type { Page } from '#contract/common.ts';
import { transfers } from '#contract/transfers.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentGroup, presentGroups } from '../groups/present.ts';
import { presentProject } from '../projects/present.ts';
import type { Group } from '../groups/rules.ts';
import { transferGroup } from './group-rules.ts';
import { placesForGroup, placesForProject } from './location-rules.ts';
import { transferProject } from './project-rules.ts';

async function located(ctx: Ctx, page: Page<Group>) {
  const records = await presentGroups(ctx, page.rows);
  const rows = records.map(({ id, web_url, name, avatar_url, full_name, full_path }) => {
    return { id, web_url, name, avatar_url, full_name, full_path };
  });
  return { ...page, rows };
}

/** Moves of projects and groups to another place. */
export function transferRoutes(api: Api): void {
  mount(api, transfers.projectLocations, async ({ ctx, project, query, paging }) =>
    located(ctx, await placesForProject(ctx, project, { search: query.search, paging })),
  );
  mount(api, transfers.groupLocations, async ({ ctx, group, query, paging }) =>
    located(ctx, await placesForGroup(ctx, group, { search: query.search, paging })),
  );
  mount(api, transfers.project, async ({ ctx, project, body }) =>
    presentProject(ctx, await transferProject(ctx, project, body.namespace)),
  );
  mount(api, transfers.group, async ({ ctx, group, body }) =>
    presentGroup(ctx, await transferGroup(ctx, group, body.group_id)),
  );
}
