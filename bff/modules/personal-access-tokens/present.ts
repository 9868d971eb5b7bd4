import type * as z from 'zod';
import type {
  newPersonalAccessToken,
  personalAccessToken,
} from '#contract/personal-access-tokens.ts';
import type { Ctx } from '../../context.ts';
import type { TokenRow } from './repository.ts';
import { isActive, scopesOf } from './rules.ts';

/** A token's record, without the token. */
export const presentToken = (ctx: Ctx, row: TokenRow): z.output<typeof personalAccessToken> => ({
  id: row.id,
  name: row.name,
  revoked: row.revoked === 1,
  created_at: row.created_at,
  description: row.description,
  scopes: scopesOf(row),
  user_id: row.user_id,
  last_used_at: row.last_used_at,
  active: isActive(ctx, row),
  expires_at: row.expires_at,
});

/** The record of a token just made, with its text. */
export const presentNewToken = (
  ctx: Ctx,
  made: { row: TokenRow; text: string },
): z.output<typeof newPersonalAccessToken> => ({
  ...presentToken(ctx, made.row),
  token: made.text,
});
