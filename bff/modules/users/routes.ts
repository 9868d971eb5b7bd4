import { account } from '#contract/account.ts';
import { users } from '#contract/users.ts';
import { actingUser, type Ctx, isAdministrator, type User } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { membershipPage } from '../members/membership-rules.ts';
import { removeOwnAccount, removeUser } from '../removal/user-rules.ts';
import { userNamespaceIds } from '../namespaces/rules.ts';
import { updateOwn } from './own-rules.ts';
import {
  presentAdminUser,
  presentCurrentUser,
  presentUser,
  presentUserSummary,
} from './present.ts';
import { createUser, getUser, setBlocked, updateUser, userPage, usersById } from './rules.ts';

/** Users as administrators read them, their namespaces and creators fetched at once. */
async function wholeUsers(ctx: Ctx, rows: readonly User[]) {
  const creators = await usersById(
    ctx,
    rows.map((user) => user.created_by_id),
  );
  const namespaces = await userNamespaceIds(
    ctx,
    rows.map((user) => user.id),
  );
  return rows.map((user) =>
    presentAdminUser(ctx, user, {
      namespaceId: namespaces.get(user.id) ?? null,
      createdBy: creators.get(user.created_by_id ?? 0),
    }),
  );
}

async function whole(ctx: Ctx, user: User) {
  const [record] = await wholeUsers(ctx, [user]);
  if (record === undefined) throw new Error('one user in, one record out');
  return record;
}

/** Users: the caller, everyone, and what administrators do to them. */
export function userRoutes(api: Api): void {
  mount(api, users.current, ({ ctx }) => presentCurrentUser(ctx, actingUser(ctx)));
  mount(api, users.updateOwn, async ({ ctx, body }) =>
    presentCurrentUser(ctx, await updateOwn(ctx, body)),
  );
  mount(api, users.list, async ({ ctx, query, paging }) => {
    const page = await userPage(ctx, query, paging);
    const rows = isAdministrator(ctx)
      ? await wholeUsers(ctx, page.rows)
      : page.rows.map((user) => presentUserSummary(ctx, user));
    return { ...page, rows };
  });
  mount(api, users.show, async ({ ctx, params }) => {
    const user = await getUser(ctx, params.id);
    return isAdministrator(ctx) ? whole(ctx, user) : presentUser(ctx, user);
  });
  mount(api, users.create, async ({ ctx, body }) => whole(ctx, await createUser(ctx, body)));
  mount(api, users.update, async ({ ctx, params, body }) =>
    whole(ctx, await updateUser(ctx, params.id, body)),
  );
  mount(api, users.remove, ({ ctx, params, query }) =>
    removeUser(ctx, params.id, { hard: query.hard_delete }),
  );
  mount(api, account.remove, ({ ctx, body }) => removeOwnAccount(ctx, body.current_password));
  mount(api, users.memberships, async ({ ctx, params, query, paging }) => {
    const { id: userId } = await getUser(ctx, params.id);
    return membershipPage(ctx, { userId, type: query.type }, paging);
  });
  mount(api, users.block, ({ ctx, params }) => setBlocked(ctx, params.id, true));
  mount(api, users.unblock, ({ ctx, params }) => setBlocked(ctx, params.id, false));
}
