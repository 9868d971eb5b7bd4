import { groupLabels, labels } from '#contract/labels.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentLabel } from './resource-present.ts';
import { setSubscription, subscribedAmong } from './subscription-rules.ts';
import type { Label } from './rules.ts';
import {
  createLabel,
  getLabel,
  labelCounts,
  labelPage,
  type Place,
  promoteLabel,
  removeLabel,
  updateLabel,
} from './resource-rules.ts';

type Filter = Parameters<typeof labelPage>[2];

async function page(ctx: Ctx, place: Place, filter: Filter) {
  const found = await labelPage(ctx, place, filter);
  const counts = filter.with_counts ? await labelCounts(ctx, place, found.rows) : undefined;
  const heard = await subscribedAmong(ctx, found.rows);
  return {
    rows: found.rows.map((row) =>
      presentLabel(row, { counts: counts?.get(row.id), subscribed: heard.has(row.id) }),
    ),
    total: found.total,
  };
}

async function one(ctx: Ctx, place: Place, label: Label) {
  const counts = await labelCounts(ctx, place, [label]);
  const heard = await subscribedAmong(ctx, [label]);
  return presentLabel(label, { counts: counts.get(label.id), subscribed: heard.has(label.id) });
}

/** The label that the old form names beside its path; the contract lets no other through. */
const named = ({ name, label_id }: { name?: string; label_id?: number }) =>
  name ?? String(label_id);

async function subscribe(ctx: Ctx, place: Place, given: Parameters<typeof setSubscription>[2]) {
  const label = await setSubscription(ctx, place, given);
  return label === undefined ? new Reply({}, 304) : one(ctx, place, label);
}

/** Hearing of labels. */
function labelSubscriptionRoutes(api: Api): void {
  for (const [verb, subscribed] of [
    ['subscribe', true],
    ['unsubscribe', false],
  ] as const) {
    mount(api, labels[verb], ({ ctx, project, params }) =>
      subscribe(ctx, { project }, { idOrName: params.label_id, subscribed }),
    );
    mount(api, groupLabels[verb], ({ ctx, group, params }) =>
      subscribe(ctx, { group }, { idOrName: params.label_id, subscribed }),
    );
  }
}

/** Labels of projects. */
function projectLabelRoutes(api: Api): void {
  mount(api, labels.list, ({ ctx, project, query, paging }) =>
    page(ctx, { project }, { ...query, paging }),
  );
  mount(api, labels.show, async ({ ctx, project, params, query }) => {
    const wanted = { idOrName: params.label_id, ancestors: query.include_ancestor_groups };
    return one(ctx, { project }, await getLabel(ctx, { project }, wanted));
  });
  mount(api, labels.create, async ({ ctx, project, body }) =>
    one(ctx, { project }, await createLabel(ctx, { project }, body)),
  );
  mount(api, labels.update, async ({ ctx, project, params, body }) => {
    const change = { idOrName: params.label_id, changes: body };
    return one(ctx, { project }, await updateLabel(ctx, { project }, change));
  });
  mount(api, labels.updateNamed, async ({ ctx, project, body }) => {
    const change = { idOrName: named(body), changes: body };
    return one(ctx, { project }, await updateLabel(ctx, { project }, change));
  });
  mount(api, labels.remove, ({ ctx, project, params }) =>
    removeLabel(ctx, { project }, params.label_id),
  );
  mount(api, labels.removeNamed, ({ ctx, project, query }) =>
    removeLabel(ctx, { project }, named(query)),
  );
  mount(api, labels.promote, async ({ ctx, project, params }) =>
    one(ctx, { project }, await promoteLabel(ctx, project, params.label_id)),
  );
}

/** Labels of projects and of groups. */
export function labelRoutes(api: Api): void {
  projectLabelRoutes(api);
  labelSubscriptionRoutes(api);
  mount(api, groupLabels.list, ({ ctx, group, query, paging }) =>
    page(ctx, { group }, { ...query, paging }),
  );
  mount(api, groupLabels.show, async ({ ctx, group, params, query }) => {
    const wanted = { idOrName: params.label_id, ancestors: query.include_ancestor_groups };
    return one(ctx, { group }, await getLabel(ctx, { group }, wanted));
  });
  mount(api, groupLabels.create, async ({ ctx, group, body }) =>
    one(ctx, { group }, await createLabel(ctx, { group }, body)),
  );
  mount(api, groupLabels.update, async ({ ctx, group, params, body }) => {
    const change = { idOrName: params.label_id, changes: body };
    return one(ctx, { group }, await updateLabel(ctx, { group }, change));
  });
  mount(api, groupLabels.updateNamed, async ({ ctx, group, body }) => {
    const change = { idOrName: named(body), changes: body };
    return one(ctx, { group }, await updateLabel(ctx, { group }, change));
  });
  mount(api, groupLabels.remove, ({ ctx, group, params }) =>
    removeLabel(ctx, { group }, params.label_id),
  );
  mount(api, groupLabels.removeNamed, ({ ctx, group, query }) =>
    removeLabel(ctx, { group }, named(query)),
  );
}
