import type { Page } from '#contract/common.ts';
import { mergeRequestMessages } from '#contract/merge-request-messages.ts';
import { mergeRequests } from '#contract/merge-requests.ts';
import { previews } from '#contract/previews.ts';
import { milestoneMergeRequests as ofMilestone } from '#contract/milestone-merge-requests.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getMilestone } from '../milestones/rules.ts';
import { cancelAutoMerge } from './auto-merge-rules.ts';
import { createMergeRequest } from './create-rules.ts';
import {
  allMergeRequests,
  groupMergeRequests,
  milestoneMergeRequests,
  projectMergeRequests,
} from './list-rules.ts';
import { mergeMergeRequest } from './merge-rules.ts';
import { defaultMessages } from './message-rules.ts';
import { presentMergeRequests, presentSimply } from './present.ts';
import { previewMergeRequest } from './preview-rules.ts';
import {
  getMergeRequest,
  type MergeRequest,
  removeMergeRequest,
  requireMergeRequests,
} from './rules.ts';
import { presentMergeRequest } from './single-present.ts';
import { readMergeRequest } from './single-rules.ts';
import { updateMergeRequest } from './update-rules.ts';

async function listed(
  ctx: Ctx,
  page: Page<MergeRequest>,
  asked: { view?: 'simple'; with_labels_details: boolean; place?: string },
) {
  const shown = { place: asked.place, labelDetails: asked.with_labels_details };
  const rows =
    asked.view === 'simple'
      ? await presentSimply(ctx, page.rows)
      : await presentMergeRequests(ctx, page.rows, shown);
  return { ...page, rows };
}

/** Merge requests. */
export function mergeRequestRoutes(api: Api): void {
  mount(api, previews.mergeRequest, ({ ctx, body }) => previewMergeRequest(ctx, body));
  mount(api, mergeRequests.listAll, async ({ ctx, query, paging }) =>
    listed(ctx, await allMergeRequests(ctx, { ...query, paging }), query),
  );
  mount(api, mergeRequests.listOfGroup, async ({ ctx, group, query, paging }) => {
    const page = await groupMergeRequests(ctx, group, { ...query, paging });
    return listed(ctx, page, { ...query, place: group.full_path });
  });
  mount(api, mergeRequests.list, async ({ ctx, project, query, paging }) => {
    const page = await projectMergeRequests(ctx, project, { ...query, paging });
    return listed(ctx, page, { ...query, place: project.full_path });
  });
  mount(api, ofMilestone.ofProject, async ({ ctx, project, params, paging }) => {
    requireMergeRequests(project);
    const { id: milestoneId } = await getMilestone(ctx, { project }, params.milestone_id);
    const within = { kind: 'project', id: project.id } as const;
    const page = await milestoneMergeRequests(ctx, within, { milestoneId, paging });
    const place = project.full_path;
    return { ...page, rows: await presentMergeRequests(ctx, page.rows, { place }) };
  });
  mount(api, ofMilestone.ofGroup, async ({ ctx, group, params, paging }) => {
    const { id: milestoneId } = await getMilestone(ctx, { group }, params.milestone_id);
    const within = { kind: 'group', id: group.id, nonArchived: false } as const;
    const page = await milestoneMergeRequests(ctx, within, { milestoneId, paging });
    const place = group.full_path;
    return { ...page, rows: await presentMergeRequests(ctx, page.rows, { place }) };
  });
  mount(api, mergeRequests.show, async ({ ctx, project, params, query }) => {
    const row = await readMergeRequest(ctx, project, params.merge_request_iid);
    return presentMergeRequest(ctx, { project, row }, query);
  });
  mount(api, mergeRequestMessages.show, async ({ ctx, project, params }) => {
    const row = await getMergeRequest(ctx, project, params.merge_request_iid);
    const { merge, squash } = await defaultMessages(ctx, { project, row });
    return { default_merge_commit_message: merge, default_squash_commit_message: squash };
  });
  mount(api, mergeRequests.create, async ({ ctx, project, body }) => {
    const { row, target } = await createMergeRequest(ctx, project, body);
    return presentMergeRequest(ctx, { project: target, row });
  });
  mount(api, mergeRequests.update, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, body };
    const row = await updateMergeRequest(ctx, project, given);
    return presentMergeRequest(ctx, { project, row });
  });
  mount(api, mergeRequests.remove, ({ ctx, c, project, params }) =>
    removeMergeRequest(ctx, project, {
      iid: params.merge_request_iid,
      unmodifiedSince: c.req.header('if-unmodified-since'),
    }),
  );
  mount(api, mergeRequests.merge, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, body };
    const row = await mergeMergeRequest(ctx, project, given);
    return presentMergeRequest(ctx, { project, row });
  });
  mount(api, mergeRequests.cancelAutoMerge, async ({ ctx, project, params }) => {
    const row = await cancelAutoMerge(ctx, project, params.merge_request_iid);
    return presentMergeRequest(ctx, { project, row });
  });
}
