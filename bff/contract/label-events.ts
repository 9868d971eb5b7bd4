import * as z from 'zod';
import { datetime, pageQuery, timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underEpicId } from './epics.ts';
import { underIssue } from './issues.ts';
import { labelDetails } from './merge-request-record.ts';
import { underMergeRequest } from './merge-requests.ts';

/** That a label was put on something or taken off it. */
export const labelEvent = z
  .object({
    id: z.int(),
    user: userSummary.nullable(),
    created_at: timestamp,
    resource_type: z.enum(['Issue', 'MergeRequest', 'Epic']),
    resource_id: z.int(),
    /** Null where the label is deleted. */
    label: labelDetails.nullable(),
    action: z.enum(['add', 'remove']),
  })
  .meta({ id: 'LabelEvent' });
export type LabelEvent = z.output<typeof labelEvent>;

export const labelEventKinds = ['Issue', 'MergeRequest', 'Epic'] as const;

/** The same as a group tells of it: with what the label came to or went from. */
export const groupLabelEvent = z
  .object({
    ...labelEvent.shape,
    resource: z.object({
      iid: z.int(),
      title: z.string(),
      /** Full path of its project; of an epic its group's. */
      place: z.string(),
    }),
  })
  .meta({ id: 'GroupLabelEvent' });
export type GroupLabelEvent = z.output<typeof groupLabelEvent>;

const listed = {
  method: 'GET',
  query: z.object(pageQuery),
  response: z.array(labelEvent),
  status: [200],
  paginated: true,
} as const;
const one = { method: 'GET', response: labelEvent, status: [200] } as const;
const event = { resource_label_event_id: z.int() };
const readsIssue = { who: 'user', project: 'read_issue' } as const;
const readsMergeRequest = { who: 'user', project: 'read_merge_request' } as const;
const ofIssue = '/projects/:id/issues/:issue_iid/resource_label_events';
const ofEpic = '/groups/:id/epics/:epic_id/resource_label_events';
const readsEpic = { who: 'user', group: 'read_epic' } as const;
const ofMergeRequest = '/projects/:id/merge_requests/:merge_request_iid/resource_label_events';

export const labelEvents = {
  listForIssue: defineEndpoint({
    id: 'labelEvents.listForIssue',
    path: ofIssue,
    summary: 'Labels that came to an issue and went, the oldest first',
    access: readsIssue,
    params: underIssue,
    ...listed,
  }),
  showForIssue: defineEndpoint({
    id: 'labelEvents.showForIssue',
    path: `${ofIssue}/:resource_label_event_id`,
    summary: 'One label that came to an issue or went',
    access: readsIssue,
    params: z.object({ ...underIssue.shape, ...event }),
    ...one,
  }),
  listForEpic: defineEndpoint({
    id: 'labelEvents.listForEpic',
    path: ofEpic,
    summary: 'Labels that came to an epic and went, the oldest first',
    access: readsEpic,
    params: underEpicId,
    ...listed,
  }),
  showForEpic: defineEndpoint({
    id: 'labelEvents.showForEpic',
    path: `${ofEpic}/:resource_label_event_id`,
    summary: 'One label that came to an epic or went',
    access: readsEpic,
    params: z.object({ ...underEpicId.shape, ...event }),
    ...one,
  }),
  listForMergeRequest: defineEndpoint({
    id: 'labelEvents.listForMergeRequest',
    path: ofMergeRequest,
    summary: 'Labels that came to a merge request and went, the oldest first',
    access: readsMergeRequest,
    params: underMergeRequest,
    ...listed,
  }),
  showForMergeRequest: defineEndpoint({
    id: 'labelEvents.showForMergeRequest',
    path: `${ofMergeRequest}/:resource_label_event_id`,
    summary: 'One label that came to a merge request or went',
    access: readsMergeRequest,
    params: z.object({ ...underMergeRequest.shape, ...event }),
    ...one,
  }),
  listForGroup: defineEndpoint({
    id: 'labelEvents.listForGroup',
    method: 'GET',
    path: '/groups/:id/label_events',
    base: 'bff',
    summary: 'Labels that came and went in a group and below it, the newest first',
    access: { who: 'user', group: 'read_group' },
    params: underId,
    query: z.object({
      ...pageQuery,
      label: z.string().optional().describe('Name of the label'),
      username: z.string().optional().describe('Who put it there or took it away'),
      resource_type: z.enum(labelEventKinds).optional(),
      action: z.enum(['add', 'remove']).optional(),
      created_after: datetime().optional(),
      created_before: datetime().optional(),
      sort: z.enum(['asc', 'desc']).default('desc'),
    }),
    response: z.array(groupLabelEvent),
    status: [200],
    paginated: true,
  }),
} as const;
