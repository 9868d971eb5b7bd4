import { ownReassignments } from '#contract/own-reassignments.ts';
import { placeholderUsers, reassignments } from '#contract/placeholder-users.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import {
  presentOpenImports,
  presentReassignments,
  presentSourceUsers,
  presentStandIns,
} from './present.ts';
import { openImportsOf, peoplePage, type SourceUser, standInPage } from './rules.ts';
import { answerTo, assign, moveAll, waitingFor, waitingOf } from './state-rules.ts';

async function one(ctx: Ctx, row: SourceUser) {
  const [record] = await presentReassignments(ctx, [row]);
  if (record === undefined) throw new Error('one in, one out');
  return record;
}

/** People of imports: what their group's owner and whoever takes over may do. */
export function placeholderUserRoutes(api: Api): void {
  mount(api, placeholderUsers.list, async ({ ctx, group, paging }) => {
    const page = await standInPage(ctx, group, paging);
    return { ...page, rows: await presentStandIns(ctx, page.rows) };
  });
  mount(api, placeholderUsers.assign, async ({ ctx, group, body }) =>
    presentSourceUsers(ctx, await assign(ctx, group, body)),
  );
  for (const event of ['cancel', 'keep', 'retry'] as const) {
    mount(api, placeholderUsers[event], async ({ ctx, group, body }) =>
      presentSourceUsers(ctx, await moveAll(ctx, group, { ids: body.ids, event })),
    );
  }
  mount(api, reassignments.list, async ({ ctx, group, query, paging }) => {
    const page = await peoplePage(ctx, group, { ...query, paging });
    return { ...page, rows: await presentSourceUsers(ctx, page.rows) };
  });
  mount(api, ownReassignments.waiting, async ({ ctx }) => {
    const rows = await waitingOf(ctx);
    const records = await presentReassignments(ctx, rows);
    return records.map((record, at) => {
      const sealed = rows[at]?.encrypted_token ?? '';
      return { ...record, token: ctx.secrets.decrypt(sealed) };
    });
  });
  mount(api, ownReassignments.open, async ({ ctx }) =>
    presentOpenImports(ctx, await openImportsOf(ctx)),
  );
  mount(api, reassignments.show, async ({ ctx, params }) =>
    one(ctx, await waitingFor(ctx, params.token)),
  );
  for (const event of ['accept', 'reject'] as const) {
    mount(api, reassignments[event], async ({ ctx, params }) =>
      one(ctx, await answerTo(ctx, params.token, event)),
    );
  }
}
