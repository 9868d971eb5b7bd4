import { issueSubscriptions as subscriptions } from '#contract/issue-subscriptions.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { presentIssue } from './present.ts';
import { setSubscription } from './subscription-rules.ts';

/** Hearing of issues. */
export function issueSubscriptionRoutes(api: Api): void {
  const ways = [
    { endpoint: subscriptions.subscribe, subscribed: true },
    { endpoint: subscriptions.unsubscribe, subscribed: false },
  ];
  for (const { endpoint, subscribed } of ways) {
    mount(api, endpoint, async ({ ctx, project, params }) => {
      const issue = await setSubscription(ctx, project, { iid: params.issue_iid, subscribed });
      return issue === undefined ? new Reply({}, 304) : presentIssue(ctx, issue);
    });
  }
}
