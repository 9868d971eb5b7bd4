import { mergeRequestSubscriptions as subscriptions } from '#contract/merge-request-subscriptions.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentMergeRequest } from './single-present.ts';
import { setSubscription } from './subscription-rules.ts';

/** Hearing of merge requests. */
export function mergeRequestSubscriptionRoutes(api: Api): void {
  const ways = [
    { endpoint: subscriptions.subscribe, subscribed: true },
    { endpoint: subscriptions.unsubscribe, subscribed: false },
  ];
  for (const { endpoint, subscribed } of ways) {
    mount(api, endpoint, async ({ ctx, project, params }) => {
      const given = { iid: params.merge_request_iid, subscribed };
      const row = await setSubscription(ctx, project, given);
      return row === undefined ? new Reply({}, 304) : presentMergeRequest(ctx, { project, row });
    });
  }
}
