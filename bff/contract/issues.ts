import * as z from 'zod';
import {
  commaList,
  date,
  datetime,
  hints,
  idList,
  pageQuery,
  timestamp,
  underId,
  userSummary,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  exclusiveFilters,
  globalListQuery,
  groupListQuery,
  issueTypes,
  keysetOrders,
  projectListQuery,
} from './issue-list.ts';
import { labelDetails } from './merge-request-record.ts';
import { milestone, underMilestone } from './milestones.ts';

const issueShape = {
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(['opened', 'closed']),
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: timestamp.nullable(),
  closed_by: userSummary.nullable(),
  labels: z.union([z.array(z.string()), z.array(labelDetails)]),
  milestone: milestone.nullable(),
  assignees: z.array(userSummary),
  author: userSummary,
  type: z.enum(['ISSUE', 'INCIDENT', 'TEST_CASE', 'TASK']),
  assignee: userSummary.nullable(),
  user_notes_count: z.int(),
  merge_requests_count: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  due_date: z.iso.date().nullable(),
  confidential: z.boolean(),
  discussion_locked: z.boolean().nullable(),
  issue_type: z.enum(issueTypes),
  web_url: z.string(),
  time_stats: z.object({
    time_estimate: z.int(),
    total_time_spent: z.int(),
    human_time_estimate: z.string().nullable(),
    human_total_time_spent: z.string().nullable(),
  }),
  task_completion_status: z.object({ count: z.int(), completed_count: z.int() }),
  weight: z.int().nullable(),
  blocking_issues_count: z.int(),
  has_tasks: z.boolean(),
  task_status: z.string(),
  _links: z.object({
    self: z.string(),
    notes: z.string(),
    award_emoji: z.string(),
    project: z.string(),
    closed_as_duplicate_of: z.string().nullable(),
  }),
  references: z.object({ short: z.string(), relative: z.string(), full: z.string() }),
  severity: z.string(),
  health_status: z.string().nullable(),
  epic: z
    .object({
      id: z.int(),
      iid: z.int(),
      title: z.string(),
      url: z.string(),
      group_id: z.int(),
    })
    .nullable(),
  moved_to_id: z.int().nullable(),
  imported: z.boolean(),
  imported_from: z.string(),
  service_desk_reply_to: z.string().nullable(),
};

/** The record of lists. */
export const listedIssue = z.object(issueShape).meta({ id: 'ListedIssue' });

/** The record of the single read. */
export const issue = z.object({ ...issueShape, subscribed: z.boolean() }).meta({ id: 'Issue' });
export type Issue = z.output<typeof issue>;

const title = () => z.string().max(255).register(hints, { filled: true });

/** What create and update take alike. */
const attributes = {
  description: z.string().max(1_048_576).nullable().optional(),
  /** 0 or nothing unassigns everyone, as in the next one. */
  assignee_id: z.int().nullable().optional(),
  assignee_ids: idList().nullable().optional(),
  milestone_id: z.int().nullable().optional(),
  labels: commaList().nullable().optional(),
  add_labels: commaList().nullable().optional(),
  remove_labels: commaList().nullable().optional(),
  due_date: date().nullable().optional(),
  confidential: z.boolean().optional(),
  discussion_locked: z.boolean().nullable().optional(),
  issue_type: z.enum(issueTypes).optional(),
  weight: z.int().min(0).nullable().optional(),
};

const updateBody = z.object({
  title: title().optional(),
  ...attributes,
  state_event: z.enum(['close', 'reopen']).optional(),
  /** For Owners and administrators. */
  updated_at: datetime().optional(),
});

/** Path parameters of everything below an issue. */
export const underIssue = z.object({ ...underId.shape, issue_iid: z.int() });

const path = '/projects/:id/issues';
const one = `${path}/:issue_iid` as const;

export const issues = {
  listAll: defineEndpoint({
    id: 'issues.listAll',
    method: 'GET',
    path: '/issues',
    summary: "Issues of all projects; one's own unless `scope` says otherwise",
    access: { who: 'anyone' },
    limited: 'search',
    query: globalListQuery,
    exclusive: exclusiveFilters,
    response: z.array(listedIssue),
    status: [200],
    paginated: true,
    keyset: keysetOrders,
  }),
  listOfGroup: defineEndpoint({
    id: 'issues.listOfGroup',
    method: 'GET',
    path: '/groups/:id/issues',
    summary: 'Issues of a group and its subgroups',
    access: { who: 'anyone', group: 'read_group' },
    limited: 'search',
    params: underId,
    query: groupListQuery,
    exclusive: exclusiveFilters,
    response: z.array(listedIssue),
    status: [200],
    paginated: true,
    keyset: keysetOrders,
  }),
  list: defineEndpoint({
    id: 'issues.list',
    method: 'GET',
    path,
    summary: 'Issues of a project',
    access: { who: 'anyone', project: 'read_issue' },
    limited: 'search',
    params: underId,
    query: projectListQuery,
    exclusive: exclusiveFilters,
    response: z.array(listedIssue),
    status: [200],
    paginated: true,
    keyset: keysetOrders,
  }),
  listOfMilestone: defineEndpoint({
    id: 'issues.listOfMilestone',
    method: 'GET',
    path: '/projects/:id/milestones/:milestone_id/issues',
    summary: "Issues in a project's milestone",
    access: { who: 'anyone', project: 'read_issue' },
    params: underMilestone,
    query: z.object(pageQuery),
    response: z.array(listedIssue),
    status: [200],
    paginated: true,
  }),
  listOfGroupMilestone: defineEndpoint({
    id: 'issues.listOfGroupMilestone',
    method: 'GET',
    path: '/groups/:id/milestones/:milestone_id/issues',
    summary: "Issues in a group's milestone",
    access: { who: 'anyone', group: 'read_group' },
    params: underMilestone,
    query: z.object(pageQuery),
    response: z.array(listedIssue),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'issues.show',
    method: 'GET',
    path: one,
    summary: 'One issue',
    access: { who: 'anyone', project: 'read_issue' },
    params: underIssue,
    response: issue,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'issues.create',
    method: 'POST',
    path,
    summary: 'Open an issue',
    access: { who: 'user', project: 'create_issue' },
    limited: 'issues_create',
    params: underId,
    body: z.object({
      title: title(),
      ...attributes,
      /** For Owners and administrators, as the next one. */
      iid: z.int().min(1).optional(),
      created_at: datetime().optional(),
    }),
    response: issue,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'issues.update',
    method: 'PUT',
    path: one,
    summary: 'Change, close or reopen an issue',
    access: { who: 'user', project: 'read_issue' },
    params: underIssue,
    body: updateBody,
    atLeastOne: Object.keys(updateBody.shape),
    response: issue,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'issues.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete an issue',
    access: { who: 'user', project: 'read_issue' },
    params: underIssue,
    response: null,
    status: [204],
  }),
  move: defineEndpoint({
    id: 'issues.move',
    method: 'POST',
    path: `${one}/move`,
    summary: 'Move an issue with its comments to another project; the old one is closed',
    access: { who: 'user', project: 'read_issue' },
    limited: 'issues_create',
    params: underIssue,
    body: z.object({ to_project_id: z.int() }),
    response: issue,
    status: [201],
  }),
  clone: defineEndpoint({
    id: 'issues.clone',
    method: 'POST',
    path: `${one}/clone`,
    summary: 'Copy an issue to a project, with its comments where asked',
    access: { who: 'user', project: 'read_issue' },
    limited: 'issues_create',
    params: underIssue,
    body: z.object({ to_project_id: z.int(), with_notes: z.boolean().default(false) }),
    response: issue,
    status: [201],
  }),
  participants: defineEndpoint({
    id: 'issues.participants',
    method: 'GET',
    path: `${one}/participants`,
    summary: 'People who take part: author, assignees, commenters',
    access: { who: 'anyone', project: 'read_issue' },
    params: underIssue,
    query: z.object(pageQuery),
    response: z.array(userSummary),
    status: [200],
    paginated: true,
  }),
} as const;
