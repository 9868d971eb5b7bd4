import * as z from 'zod';
import { pageQuery, timestamp, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underIssue } from './issues.ts';
import { underMergeRequest } from './merge-requests.ts';
import { milestone } from './milestones.ts';

const happened = {
  id: z.int(),
  user: userSummary.nullable(),
  created_at: timestamp,
  resource_type: z.enum(['Issue', 'MergeRequest']),
  resource_id: z.int(),
};

/** That something was closed, reopened or merged; that it was opened is told by its record. */
export const stateEvent = z
  .object({
    ...happened,
    /** The merge request whose merge closed the issue. */
    source_merge_request_id: z.int().nullable(),
    state: z.enum(['closed', 'reopened', 'merged']),
  })
  .meta({ id: 'StateEvent' });
export type StateEvent = z.output<typeof stateEvent>;

/** That something came into a milestone or has none any more. */
export const milestoneEvent = z
  .object({
    ...happened,
    /** Null where the milestone is deleted. */
    milestone: milestone.nullable(),
    action: z.enum(['add', 'remove']),
  })
  .meta({ id: 'MilestoneEvent' });
export type MilestoneEvent = z.output<typeof milestoneEvent>;

const listed = {
  method: 'GET',
  query: z.object(pageQuery),
  status: [200],
  paginated: true,
} as const;
const one = { method: 'GET', status: [200] } as const;
const readsIssue = { who: 'user', project: 'read_issue' } as const;
const readsMergeRequest = { who: 'user', project: 'read_merge_request' } as const;
const issue = '/projects/:id/issues/:issue_iid';
const mergeRequest = '/projects/:id/merge_requests/:merge_request_iid';
const stateId = { resource_state_event_id: z.int() };
const milestoneId = { resource_milestone_event_id: z.int() };

export const stateEvents = {
  listForIssue: defineEndpoint({
    id: 'stateEvents.listForIssue',
    path: `${issue}/resource_state_events`,
    summary: 'When an issue was closed and reopened, the oldest first',
    access: readsIssue,
    params: underIssue,
    ...listed,
    response: z.array(stateEvent),
  }),
  showForIssue: defineEndpoint({
    id: 'stateEvents.showForIssue',
    path: `${issue}/resource_state_events/:resource_state_event_id`,
    summary: 'One time that an issue was closed or reopened',
    access: readsIssue,
    params: z.object({ ...underIssue.shape, ...stateId }),
    ...one,
    response: stateEvent,
  }),
  listForMergeRequest: defineEndpoint({
    id: 'stateEvents.listForMergeRequest',
    path: `${mergeRequest}/resource_state_events`,
    summary: 'When a merge request was closed, reopened and merged, the oldest first',
    access: readsMergeRequest,
    params: underMergeRequest,
    ...listed,
    response: z.array(stateEvent),
  }),
  showForMergeRequest: defineEndpoint({
    id: 'stateEvents.showForMergeRequest',
    path: `${mergeRequest}/resource_state_events/:resource_state_event_id`,
    summary: 'One time that a merge request was closed, reopened or merged',
    access: readsMergeRequest,
    params: z.object({ ...underMergeRequest.shape, ...stateId }),
    ...one,
    response: stateEvent,
  }),
} as const;

export const milestoneEvents = {
  listForIssue: defineEndpoint({
    id: 'milestoneEvents.listForIssue',
    path: `${issue}/resource_milestone_events`,
    summary: 'Milestones that an issue came into and left, the oldest first',
    access: readsIssue,
    params: underIssue,
    ...listed,
    response: z.array(milestoneEvent),
  }),
  showForIssue: defineEndpoint({
    id: 'milestoneEvents.showForIssue',
    path: `${issue}/resource_milestone_events/:resource_milestone_event_id`,
    summary: 'One milestone that an issue came into or left',
    access: readsIssue,
    params: z.object({ ...underIssue.shape, ...milestoneId }),
    ...one,
    response: milestoneEvent,
  }),
  listForMergeRequest: defineEndpoint({
    id: 'milestoneEvents.listForMergeRequest',
    path: `${mergeRequest}/resource_milestone_events`,
    summary: 'Milestones that a merge request came into and left, the oldest first',
    access: readsMergeRequest,
    params: underMergeRequest,
    ...listed,
    response: z.array(milestoneEvent),
  }),
  showForMergeRequest: defineEndpoint({
    id: 'milestoneEvents.showForMergeRequest',
    path: `${mergeRequest}/resource_milestone_events/:resource_milestone_event_id`,
    summary: 'One milestone that a merge request came into or left',
    access: readsMergeRequest,
    params: z.object({ ...underMergeRequest.shape, ...milestoneId }),
    ...one,
    response: milestoneEvent,
  }),
} as const;
