import { home } from '#contract/home.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { allMergeRequests } from '../merge-requests/list-rules.ts';
import { presentMergeRequests } from '../merge-requests/present.ts';

const ofBlock = 10;

/** The lists that the blocks are links to, with what each shows of them. */
async function blockOf(ctx: Ctx, scope: 'to_review' | 'returned_to_me' | 'waiting_for_others') {
  const asked = { scope, state: 'opened', order_by: 'updated_at' } as const;
  const query = mergeRequests.listAll.query.parse(asked);
  const paging = { offset: 0, perPage: ofBlock };
  const { rows, total } = await allMergeRequests(ctx, { ...query, paging });
  const merge_requests = await presentMergeRequests(ctx, rows, { labelDetails: true });
  return { total: total ?? null, merge_requests };
}

/** The home page. */
export function homeRoutes(api: Api): void {
  mount(api, home.show, async ({ ctx }) => ({
    to_review: await blockOf(ctx, 'to_review'),
    returned_to_me: await blockOf(ctx, 'returned_to_me'),
    waiting_for_others: await blockOf(ctx, 'waiting_for_others'),
  }));
}
