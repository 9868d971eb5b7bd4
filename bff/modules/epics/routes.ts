import { epics } from '#contract/epics.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentEpic, presentEpics } from './present.ts';
import { createEpic, epicPage, getEpic, removeEpic, updateEpic } from './rules.ts';

/** Epics of groups. */
export function epicRoutes(api: Api): void {
  mount(api, epics.list, async ({ ctx, group, query, paging }) => {
    const page = await epicPage(ctx, group, { ...query, paging });
    const shown = { seen: group, labelDetails: query.with_labels_details };
    return { ...page, rows: await presentEpics(ctx, page.rows, shown) };
  });
  mount(api, epics.show, async ({ ctx, group, params }) =>
    presentEpic(ctx, await getEpic(ctx, group, params.epic_iid), group),
  );
  mount(api, epics.create, async ({ ctx, group, body }) =>
    presentEpic(ctx, await createEpic(ctx, group, body), group),
  );
  mount(api, epics.update, async ({ ctx, group, params, body }) =>
    presentEpic(ctx, await updateEpic(ctx, group, { iid: params.epic_iid, body }), group),
  );
  mount(api, epics.remove, ({ ctx, group, params }) => removeEpic(ctx, group, params.epic_iid));
}
