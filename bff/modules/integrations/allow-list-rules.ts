import type { Ctx } from '../../context.ts';
import { settingsOf } from '../application-settings/rules.ts';

/** Which slugs the instance allows; names with underscores count as slugs. */
export async function allowedSlugs(ctx: Ctx): Promise<(slug: string) => boolean> {
  const { allow_all_integrations: all, allowed_integrations: listed } = await settingsOf(ctx);
  const allowed = new Set(listed.map((name) => name.replaceAll('_', '-')));
  return (slug) => all || allowed.has(slug);
}
