import { suggestions as endpoints } from '#contract/suggestions.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentSuggestions } from './present.ts';
import { applySuggestions } from './rules.ts';

/** Changes that comments in a diff propose. */
export function suggestionRoutes(api: Api): void {
  mount(api, endpoints.apply, async ({ ctx, params, body }) => {
    const [record] = await applied(ctx, [params.suggestion_id], body.commit_message);
    if (record === undefined) throw new Error('no suggestion to present');
    return record;
  });
  mount(api, endpoints.applyBatch, ({ ctx, body }) => applied(ctx, body.ids, body.commit_message));
}

async function applied(ctx: Ctx, ids: number[], commit_message: string | undefined) {
  const { made } = await applySuggestions(ctx, { ids, commit_message });
  const notes = [...new Map(made.map(({ note }) => [note.id, note])).values()];
  const shown = [...(await presentSuggestions(ctx, notes, null)).values()].flat();
  return shown.filter(({ id }) => ids.includes(id));
}
