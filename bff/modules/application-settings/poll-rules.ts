import type { Ctx } from '../../context.ts';
import { settingsOf } from './rules.ts';

/** The header that says when to ask again, as often as the instance wants: -1 for never. */
export async function pollInterval(
  ctx: Ctx,
  milliseconds: number,
): Promise<Record<string, string>> {
  const { polling_interval_multiplier: factor } = await settingsOf(ctx);
  return { 'Poll-Interval': factor === 0 ? '-1' : String(Math.round(milliseconds * factor)) };
}
