import { milestoneEvents, stateEvents } from '#contract/resource-events.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getIssue } from '../issues/rules.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import { only, presentMilestoneEvents, presentStateEvents } from './present.ts';
import {
  getMilestoneEvent,
  getStateEvent,
  milestoneEventPage,
  type Resource,
  stateEventPage,
} from './rules.ts';

const ofIssue = async (ctx: Ctx, project: Project, iid: number): Promise<Resource> => ({
  type: 'Issue',
  id: (await getIssue(ctx, project, iid)).id,
});

const ofMergeRequest = async (ctx: Ctx, project: Project, iid: number): Promise<Resource> => ({
  type: 'MergeRequest',
  id: (await getMergeRequest(ctx, project, iid)).id,
});

/** What became of the state of issues and merge requests. */
export function stateEventRoutes(api: Api): void {
  mount(api, stateEvents.listForIssue, async ({ ctx, project, params, paging }) => {
    const of = await ofIssue(ctx, project, params.issue_iid);
    const page = await stateEventPage(ctx, of, paging);
    return { ...page, rows: await presentStateEvents(ctx, of, page.rows) };
  });
  mount(api, stateEvents.showForIssue, async ({ ctx, project, params }) => {
    const of = await ofIssue(ctx, project, params.issue_iid);
    const event = await getStateEvent(ctx, of, params.resource_state_event_id);
    return only(await presentStateEvents(ctx, of, [event]));
  });
  mount(api, stateEvents.listForMergeRequest, async ({ ctx, project, params, paging }) => {
    const of = await ofMergeRequest(ctx, project, params.merge_request_iid);
    const page = await stateEventPage(ctx, of, paging);
    return { ...page, rows: await presentStateEvents(ctx, of, page.rows) };
  });
  mount(api, stateEvents.showForMergeRequest, async ({ ctx, project, params }) => {
    const of = await ofMergeRequest(ctx, project, params.merge_request_iid);
    const event = await getStateEvent(ctx, of, params.resource_state_event_id);
    return only(await presentStateEvents(ctx, of, [event]));
  });
}

/** Milestones that issues and merge requests came into and left. */
export function milestoneEventRoutes(api: Api): void {
  mount(api, milestoneEvents.listForIssue, async ({ ctx, project, params, paging }) => {
    const of = await ofIssue(ctx, project, params.issue_iid);
    const page = await milestoneEventPage(ctx, { project, of }, paging);
    return { ...page, rows: await presentMilestoneEvents(ctx, of, page.rows) };
  });
  mount(api, milestoneEvents.showForIssue, async ({ ctx, project, params }) => {
    const of = await ofIssue(ctx, project, params.issue_iid);
    const id = params.resource_milestone_event_id;
    const told = await getMilestoneEvent(ctx, { project, of }, id);
    return only(await presentMilestoneEvents(ctx, of, [told]));
  });
  mount(api, milestoneEvents.listForMergeRequest, async ({ ctx, project, params, paging }) => {
    const of = await ofMergeRequest(ctx, project, params.merge_request_iid);
    const page = await milestoneEventPage(ctx, { project, of }, paging);
    return { ...page, rows: await presentMilestoneEvents(ctx, of, page.rows) };
  });
  mount(api, milestoneEvents.showForMergeRequest, async ({ ctx, project, params }) => {
    const of = await ofMergeRequest(ctx, project, params.merge_request_iid);
    const id = params.resource_milestone_event_id;
    const told = await getMilestoneEvent(ctx, { project, of }, id);
    return only(await presentMilestoneEvents(ctx, of, [told]));
  });
}
