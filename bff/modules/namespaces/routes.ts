import { namespaces } from '#contract/namespaces.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { membersBelow, namespacePage, pathTaken, readNamespace } from './list-rules.ts';
import { presentNamespace } from './present.ts';
import type { Namespace } from './rules.ts';

async function present(ctx: Ctx, rows: readonly Namespace[]) {
  const members = await membersBelow(ctx, rows);
  return rows.map((row) => {
    const count = members.get(row.id);
    return {
      ...presentNamespace(ctx, row),
      ...(count === undefined
        ? {}
        : {
            members_count_with_descendants: count,
            billable_members_count: count,
            plan: 'default',
            trial: false,
            trial_ends_on: null,
          }),
    };
  });
}

/** What projects live in: groups and the personal namespaces of users. */
export function namespaceRoutes(api: Api): void {
  mount(api, namespaces.list, async ({ ctx, query, paging }) => {
    const page = await namespacePage(ctx, query, paging);
    return { ...page, rows: await present(ctx, page.rows) };
  });
  mount(api, namespaces.show, async ({ ctx, params }) => {
    const [record] = await present(ctx, [await readNamespace(ctx, params.id)]);
    if (record === undefined) throw new Error('one namespace in, one record out');
    return record;
  });
  mount(api, namespaces.exists, ({ ctx, params, query }) =>
    pathTaken(ctx, params.namespace, query.parent_id),
  );
}
