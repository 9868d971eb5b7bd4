import { autocomplete } from '#contract/autocomplete.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentUserSummary } from '../users/present.ts';
import { peopleToChoose } from './rules.ts';

/** Whom fields offer while somebody types. */
export function autocompleteRoutes(api: Api): void {
  mount(api, autocomplete.users, async ({ ctx, query, paging }) => {
    const { rows, total } = await peopleToChoose(ctx, query, paging);
    return { rows: rows.map((user) => presentUserSummary(ctx, user)), total };
  });
}
