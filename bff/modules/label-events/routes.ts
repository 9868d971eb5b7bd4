import { labelEvents as endpoints } from '#contract/label-events.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { getEpicById } from '../epics/rules.ts';
import type { Group } from '../groups/rules.ts';
import { getIssue } from '../issues/rules.ts';
import { getMergeRequest } from '../merge-requests/rules.ts';
import type { Project } from '../projects/rules.ts';
import { presentEvent, presentEvents, presentGroupEvents } from './present.ts';
import { eventPage, getEvent, groupEventPage, type Place } from './rules.ts';

const ofIssue = async (ctx: Ctx, project: Project, iid: number): Promise<Place> => ({
  namespaceId: project.namespace_id,
  of: { type: 'Issue', id: (await getIssue(ctx, project, iid)).id },
});

const ofMergeRequest = async (ctx: Ctx, project: Project, iid: number): Promise<Place> => ({
  namespaceId: project.namespace_id,
  of: { type: 'MergeRequest', id: (await getMergeRequest(ctx, project, iid)).id },
});

const ofEpic = async (ctx: Ctx, group: Group, id: number): Promise<Place> => ({
  namespaceId: group.id,
  of: { type: 'Epic', id: (await getEpicById(ctx, group, id)).id },
});

/** Labels that came to issues, epics and merge requests and went. */
export function labelEventRoutes(api: Api): void {
  mount(api, endpoints.listForIssue, async ({ ctx, project, params, paging }) => {
    const page = await eventPage(ctx, await ofIssue(ctx, project, params.issue_iid), paging);
    return { ...page, rows: await presentEvents(ctx, page.rows) };
  });
  mount(api, endpoints.showForIssue, async ({ ctx, project, params }) => {
    const place = await ofIssue(ctx, project, params.issue_iid);
    return presentEvent(ctx, await getEvent(ctx, place, params.resource_label_event_id));
  });
  mount(api, endpoints.listForEpic, async ({ ctx, group, params, paging }) => {
    const page = await eventPage(ctx, await ofEpic(ctx, group, params.epic_id), paging);
    return { ...page, rows: await presentEvents(ctx, page.rows) };
  });
  mount(api, endpoints.showForEpic, async ({ ctx, group, params }) => {
    const place = await ofEpic(ctx, group, params.epic_id);
    return presentEvent(ctx, await getEvent(ctx, place, params.resource_label_event_id));
  });
  mount(api, endpoints.listForMergeRequest, async ({ ctx, project, params, paging }) => {
    const place = await ofMergeRequest(ctx, project, params.merge_request_iid);
    const page = await eventPage(ctx, place, paging);
    return { ...page, rows: await presentEvents(ctx, page.rows) };
  });
  mount(api, endpoints.showForMergeRequest, async ({ ctx, project, params }) => {
    const place = await ofMergeRequest(ctx, project, params.merge_request_iid);
    return presentEvent(ctx, await getEvent(ctx, place, params.resource_label_event_id));
  });
  mount(api, endpoints.listForGroup, async ({ ctx, group, query, paging }) => {
    const page = await groupEventPage(ctx, group, { ...query, paging });
    return { ...page, rows: await presentGroupEvents(ctx, page.rows) };
  });
}
