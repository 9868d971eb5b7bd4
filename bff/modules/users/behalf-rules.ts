import type { Ctx } from '../../context.ts';
import { getUser } from './rules.ts';

/** The same caller acting as another user, as by `sudo`; 404 for an unknown one. */
export async function onBehalfOf(ctx: Ctx, userId: number): Promise<Ctx> {
  if (ctx.actor.kind !== 'user') throw new Error('no user acts here');
  const user = await getUser(ctx, userId);
  const impersonator = ctx.actor.impersonator ?? ctx.actor.user;
  return { ...ctx, actor: { ...ctx.actor, user, impersonator } };
}
