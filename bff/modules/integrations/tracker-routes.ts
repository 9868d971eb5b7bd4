import { issueTrackers } from '#contract/issue-trackers.ts';
import { type Api, mount } from '../../http/mount.ts';
import { trackerOf } from './tracker-rules.ts';

/** Where the issues of a project are kept outside of this server. */
export function issueTrackerRoutes(api: Api): void {
  mount(api, issueTrackers.show, async ({ ctx, project }) => ({
    tracker: (await trackerOf(ctx, project)) ?? null,
  }));
}
