import { search } from '#contract/search.ts';
import { type Api, mount } from '../../http/mount.ts';
import { findHits } from './rules.ts';

/** What the command palette finds. */
export function searchRoutes(api: Api): void {
  mount(api, search.list, ({ ctx, query }) => findHits(ctx, query.q));
}
