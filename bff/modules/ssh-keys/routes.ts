import { sshKeys } from '#contract/ssh-keys.ts';
import { actingUser } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentKey } from './present.ts';
import { addKey, getKey, keyPage, ownerOfKeys, removeKey } from './rules.ts';

/** SSH keys of people: their own, and as others see them. */
export function sshKeyRoutes(api: Api): void {
  mount(api, sshKeys.list, async ({ ctx, paging }) => {
    const page = await keyPage(ctx, actingUser(ctx), paging);
    return { ...page, rows: page.rows.map((row) => presentKey(ctx, row)) };
  });
  mount(api, sshKeys.show, async ({ ctx, params }) =>
    presentKey(ctx, await getKey(ctx, actingUser(ctx), params.key_id)),
  );
  mount(api, sshKeys.create, async ({ ctx, body }) =>
    presentKey(ctx, await addKey(ctx, actingUser(ctx), body)),
  );
  mount(api, sshKeys.remove, ({ ctx, params }) => removeKey(ctx, actingUser(ctx), params.key_id));
  mount(api, sshKeys.listOfUser, async ({ ctx, params, paging }) => {
    const page = await keyPage(ctx, await ownerOfKeys(ctx, params.id), paging);
    return { ...page, rows: page.rows.map((row) => presentKey(ctx, row)) };
  });
  mount(api, sshKeys.showOfUser, async ({ ctx, params }) =>
    presentKey(ctx, await getKey(ctx, await ownerOfKeys(ctx, params.id), params.key_id)),
  );
  mount(api, sshKeys.createForUser, async ({ ctx, params, body }) =>
    presentKey(ctx, await addKey(ctx, await ownerOfKeys(ctx, params.id), body)),
  );
  mount(api, sshKeys.removeOfUser, async ({ ctx, params }) =>
    removeKey(ctx, await ownerOfKeys(ctx, params.id), params.key_id),
  );
}
