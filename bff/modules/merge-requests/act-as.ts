import type { Ctx, User } from '../../context.ts';

/** Work of the background that a person asked for is done with that person's rights. */
export const actAs = (ctx: Ctx, user: User): Ctx => ({
  ...ctx,
  actor: { kind: 'user', user, via: 'token', tokenId: 0, scopes: ['api'] },
});
