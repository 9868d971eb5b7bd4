import { groups } from '#contract/groups.ts';
import { type Api, mount } from '../../http/mount.ts';
import { deleteGroup, restoreGroup } from '../removal/delayed-rules.ts';
import { presentGroup, presentGroups } from './present.ts';
import { createGroup, groupPage, updateGroup } from './rules.ts';

/** Groups and subgroups. */
export function groupRoutes(api: Api): void {
  mount(api, groups.list, async ({ ctx, query, paging }) => {
    const page = await groupPage(ctx, query, paging);
    return { ...page, rows: await presentGroups(ctx, page.rows) };
  });
  mount(api, groups.subgroups, async ({ ctx, group, query, paging }) => {
    const page = await groupPage(ctx, { ...query, parent_id: group.id }, paging);
    return { rows: await presentGroups(ctx, page.rows), total: page.total };
  });
  mount(api, groups.show, ({ ctx, group }) => presentGroup(ctx, group));
  mount(api, groups.create, async ({ ctx, body }) =>
    presentGroup(ctx, await createGroup(ctx, body)),
  );
  mount(api, groups.update, async ({ ctx, group, body }) =>
    presentGroup(ctx, await updateGroup(ctx, group, body)),
  );
  mount(api, groups.remove, async ({ ctx, group, body }) => {
    await deleteGroup(ctx, group, body);
    return { message: '202 Accepted' };
  });
  mount(api, groups.restore, async ({ ctx, group }) =>
    presentGroup(ctx, await restoreGroup(ctx, group)),
  );
}
