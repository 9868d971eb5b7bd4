import {
  mergeRequestApprovalRules as ownRules,
  projectApprovalRules,
} from '#contract/approval-rules.ts';
import { mergeRequestApprovals, projectApprovals } from '#contract/approvals.ts';
import { mergeRequestReviewers } from '#contract/merge-request-reviewers.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { approveWithReview } from '../draft-notes/publish-rules.ts';
import { presentReviewers } from '../merge-requests/changes-present.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import {
  presentApprovals,
  presentProjectApprovals,
  presentRule,
  presentRules,
  presentState,
} from './present.ts';
import {
  approve,
  changeProjectApprovals,
  requireApprovals,
  requireRules,
  resetApprovals,
  unapprove,
} from './rules.ts';
import { changeReview } from './review-rules.ts';
import { createRule, getRule, type Place, removeRule, rulePage, updateRule } from './rule-rules.ts';
import { approvalStateOf } from './state-rules.ts';

/** Approvals of merge requests, their rules, and how projects take them. */
export function approvalRoutes(api: Api): void {
  approvals(api);
  projectRules(api);
  mergeRequestRules(api);
}

function approvals(api: Api): void {
  mount(api, mergeRequestApprovals.show, async ({ ctx, project, params }) =>
    presentApprovals(ctx, project, await getMergeRequest(ctx, project, params.merge_request_iid)),
  );
  mount(api, mergeRequestApprovals.update, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, required: body.approvals_required };
    return presentApprovals(ctx, project, await requireApprovals(ctx, project, given));
  });
  mount(api, mergeRequestApprovals.approve, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, sha: body.sha };
    const row = body.publish_review
      ? await approveWithReview(ctx, project, given)
      : await approve(ctx, project, given);
    return presentApprovals(ctx, project, row);
  });
  mount(api, mergeRequestApprovals.unapprove, async ({ ctx, project, params }) =>
    presentApprovals(ctx, project, await unapprove(ctx, project, params.merge_request_iid)),
  );
  mount(api, mergeRequestReviewers.update, async ({ ctx, project, params, body }) => {
    const given = { iid: params.merge_request_iid, userId: params.user_id, state: body.state };
    const row = await changeReview(ctx, project, given);
    const [record] = (await presentReviewers(ctx, row)).filter(
      ({ user }) => user.id === params.user_id,
    );
    if (record === undefined) throw new Error('no reviewer to present');
    return record;
  });
  mount(api, mergeRequestApprovals.reset, async ({ ctx, project, params }) => {
    await resetApprovals(ctx, project, params.merge_request_iid);
    return {};
  });
  mount(api, mergeRequestApprovals.showState, async ({ ctx, project, params }) => {
    const mergeRequest = await getMergeRequest(ctx, project, params.merge_request_iid);
    const state = await approvalStateOf(ctx, mergeRequest);
    return presentState(ctx, { project, mergeRequest }, state);
  });
  mount(api, projectApprovals.show, ({ ctx, project }) => presentProjectApprovals(ctx, project));
  mount(api, projectApprovals.update, async ({ ctx, project, body }) => {
    await changeProjectApprovals(ctx, project, body);
    return presentProjectApprovals(ctx, project);
  });
}

const ofProject = (project: Project): Place => ({ project, mergeRequest: undefined });

function projectRules(api: Api): void {
  mount(api, projectApprovalRules.list, async ({ ctx, project, paging }) => {
    const place = ofProject(project);
    const page = await rulePage(ctx, place, paging);
    return { ...page, rows: await presentRules(ctx, place, page.rows) };
  });
  mount(api, projectApprovalRules.show, async ({ ctx, project, params }) => {
    const place = ofProject(project);
    return presentRule(ctx, place, await getRule(ctx, place, params.approval_rule_id));
  });
  mount(api, projectApprovalRules.create, async ({ ctx, project, body }) => {
    const place = ofProject(project);
    return presentRule(ctx, place, await createRule(ctx, place, body));
  });
  mount(api, projectApprovalRules.update, async ({ ctx, project, params, body }) => {
    const place = ofProject(project);
    const given = { id: params.approval_rule_id, body };
    return presentRule(ctx, place, await updateRule(ctx, place, given));
  });
  mount(api, projectApprovalRules.remove, ({ ctx, project, params }) =>
    removeRule(ctx, ofProject(project), params.approval_rule_id),
  );
}

/** The merge request of a path as the place of rules; 403 where they are not the caller's to change. */
async function ofMergeRequest(
  ctx: Ctx,
  project: Project,
  given: { iid: number; changes: boolean },
): Promise<Place> {
  const mergeRequest = await getMergeRequest(ctx, project, given.iid);
  if (given.changes) await requireRules(ctx, project, mergeRequest);
  return { project, mergeRequest };
}

function mergeRequestRules(api: Api): void {
  const reads = (iid: number) => ({ iid, changes: false });
  const writes = (iid: number) => ({ iid, changes: true });
  mount(api, ownRules.list, async ({ ctx, project, params, paging }) => {
    const place = await ofMergeRequest(ctx, project, reads(params.merge_request_iid));
    const page = await rulePage(ctx, place, paging);
    return { ...page, rows: await presentRules(ctx, place, page.rows) };
  });
  mount(api, ownRules.show, async ({ ctx, project, params }) => {
    const place = await ofMergeRequest(ctx, project, reads(params.merge_request_iid));
    return presentRule(ctx, place, await getRule(ctx, place, params.approval_rule_id));
  });
  mount(api, ownRules.create, async ({ ctx, project, params, body }) => {
    const place = await ofMergeRequest(ctx, project, writes(params.merge_request_iid));
    return presentRule(ctx, place, await createRule(ctx, place, body));
  });
  mount(api, ownRules.update, async ({ ctx, project, params, body }) => {
    const place = await ofMergeRequest(ctx, project, writes(params.merge_request_iid));
    const given = { id: params.approval_rule_id, body };
    return presentRule(ctx, place, await updateRule(ctx, place, given));
  });
  mount(api, ownRules.remove, async ({ ctx, project, params }) => {
    const place = await ofMergeRequest(ctx, project, writes(params.merge_request_iid));
    await removeRule(ctx, place, params.approval_rule_id);
  });
}
