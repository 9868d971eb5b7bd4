import { impersonationTokens as tokens } from '#contract/impersonation-tokens.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentNewToken, presentToken } from '../personal-access-tokens/present.ts';
import {
  createToken,
  getImpersonationToken,
  impersonationPage,
  revokeFound,
} from '../personal-access-tokens/rules.ts';
import { getUser } from '../users/rules.ts';

/** Tokens by which administrators act as others: access tokens that their users do not manage. */
export function impersonationTokenRoutes(api: Api): void {
  mount(api, tokens.list, async ({ ctx, params, query, paging }) => {
    const { id } = await getUser(ctx, params.user_id);
    const state = query.state === 'all' ? undefined : query.state;
    const page = await impersonationPage(ctx, { user_id: id, state }, paging);
    const rows = page.rows.map((row) => ({ ...presentToken(ctx, row), impersonation: true }));
    return { rows, total: page.total };
  });
  mount(api, tokens.show, async ({ ctx, params }) => {
    const owner = await getUser(ctx, params.user_id);
    const token = await getImpersonationToken(ctx, owner, params.impersonation_token_id);
    return { ...presentToken(ctx, token), impersonation: true };
  });
  mount(api, tokens.create, async ({ ctx, params, body }) => {
    const owner = await getUser(ctx, params.user_id);
    const made = await createToken(ctx, owner, { ...body, kind: 'impersonation' });
    return { ...presentNewToken(ctx, made), impersonation: true };
  });
  mount(api, tokens.revoke, async ({ ctx, params }) => {
    const owner = await getUser(ctx, params.user_id);
    await revokeFound(ctx, await getImpersonationToken(ctx, owner, params.impersonation_token_id));
  });
}
