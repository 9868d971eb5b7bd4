import { personalAccessTokens as tokens } from '#contract/personal-access-tokens.ts';
import { actingUser } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getUser } from '../users/rules.ts';
import { presentNewToken, presentToken } from './present.ts';
import { createToken, getToken, revoke, rotate, tokenPage } from './rules.ts';

/** Personal access tokens. */
export function personalAccessTokenRoutes(api: Api): void {
  mount(api, tokens.list, async ({ ctx, query, paging }) => {
    const page = await tokenPage(ctx, query, paging);
    return { rows: page.rows.map((row) => presentToken(ctx, row)), total: page.total };
  });
  mount(api, tokens.show, async ({ ctx, params }) =>
    presentToken(ctx, await getToken(ctx, params.id)),
  );
  mount(api, tokens.create, async ({ ctx, body }) =>
    presentNewToken(ctx, await createToken(ctx, actingUser(ctx), body)),
  );
  mount(api, tokens.createForUser, async ({ ctx, params, body }) =>
    presentNewToken(ctx, await createToken(ctx, await getUser(ctx, params.user_id), body)),
  );
  mount(api, tokens.rotate, async ({ ctx, params, body }) =>
    presentNewToken(ctx, await rotate(ctx, params.id, body.expires_at)),
  );
  mount(api, tokens.revoke, ({ ctx, params }) => revoke(ctx, params.id));
}
