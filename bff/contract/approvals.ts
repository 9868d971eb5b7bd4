import * as z from 'zod';
import { approvalRule } from './approval-rules.ts';
import { timestamp, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { underMergeRequest } from './merge-requests.ts';

const ruleLeft = z.object({ id: z.int(), name: z.string(), rule_type: z.string() });

/** Who has approved a merge request, who may, and what is missing. */
const mergeRequestApprovalsRecord = z
  .object({
    id: z.int(),
    iid: z.int(),
    project_id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    state: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
    merge_status: z.string(),
    /** Somebody has approved, and nothing is missing. */
    approved: z.boolean(),
    approvals_required: z.int(),
    approvals_left: z.int(),
    require_password_to_approve: z.boolean(),
    approved_by: z.array(z.object({ user: userSummary, approved_at: timestamp })),
    suggested_approvers: z.array(userSummary),
    user_has_approved: z.boolean(),
    user_can_approve: z.boolean(),
    approval_rules_left: z.array(ruleLeft),
    has_approval_rules: z.boolean(),
    merge_request_approvers_available: z.boolean(),
    multiple_approval_rules_available: z.boolean(),
  })
  .meta({ id: 'MergeRequestApprovals' });
export type MergeRequestApprovals = z.output<typeof mergeRequestApprovalsRecord>;

/** How a project takes approvals. */
const projectApprovalsRecord = z
  .object({
    approvals_before_merge: z.int(),
    reset_approvals_on_push: z.boolean(),
    selective_code_owner_removals: z.boolean(),
    disable_overriding_approvers_per_merge_request: z.boolean(),
    merge_requests_author_approval: z.boolean(),
    merge_requests_disable_committers_approval: z.boolean(),
    require_password_to_approve: z.boolean(),
  })
  .meta({ id: 'ProjectApprovals' });

const one = '/projects/:id/merge_requests/:merge_request_iid';
const reads = { who: 'anyone', project: 'read_merge_request' } as const;
const acts = { who: 'user', project: 'read_merge_request' } as const;

export const mergeRequestApprovals = {
  show: defineEndpoint({
    id: 'mergeRequestApprovals.show',
    method: 'GET',
    path: `${one}/approvals`,
    summary: 'Who has approved a merge request and what is missing',
    access: reads,
    params: underMergeRequest,
    response: mergeRequestApprovalsRecord,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'mergeRequestApprovals.update',
    method: 'POST',
    path: `${one}/approvals`,
    summary: 'How many people, whoever they are, have to approve this merge request',
    access: acts,
    params: underMergeRequest,
    body: z.object({ approvals_required: z.int().min(0).max(100) }),
    response: mergeRequestApprovalsRecord,
    status: [201],
  }),
  approve: defineEndpoint({
    id: 'mergeRequestApprovals.approve',
    method: 'POST',
    path: `${one}/approve`,
    summary: 'Approve a merge request',
    access: acts,
    params: underMergeRequest,
    body: z.object({
      sha: z.string().optional().describe('The head that is approved'),
      publish_review: z
        .boolean()
        .default(false)
        .describe('Publish what one has written in a review and not told yet'),
    }),
    response: mergeRequestApprovalsRecord,
    status: [201],
  }),
  unapprove: defineEndpoint({
    id: 'mergeRequestApprovals.unapprove',
    method: 'POST',
    path: `${one}/unapprove`,
    summary: 'Take one’s approval back',
    access: acts,
    params: underMergeRequest,
    response: mergeRequestApprovalsRecord,
    status: [201],
  }),
  reset: defineEndpoint({
    id: 'mergeRequests.resetApprovals',
    method: 'PUT',
    path: `${one}/reset_approvals`,
    summary: 'Take everybody’s approval away',
    access: acts,
    params: underMergeRequest,
    // Clients read what they are answered as JSON.
    response: z.object({}),
    status: [202],
  }),
  showState: defineEndpoint({
    id: 'mergeRequestApprovals.showState',
    method: 'GET',
    path: `${one}/approval_state`,
    summary: 'The rules that hold for a merge request, each with who approved by it',
    access: reads,
    params: underMergeRequest,
    response: z.object({
      approval_rules_overwritten: z.boolean(),
      rules: z.array(
        z.object({
          ...approvalRule.shape,
          approved: z.boolean(),
          approved_by: z.array(userSummary),
          code_owner: z.boolean(),
        }),
      ),
    }),
    status: [200],
  }),
} as const;

export const projectApprovals = {
  show: defineEndpoint({
    id: 'projectApprovals.show',
    method: 'GET',
    path: '/projects/:id/approvals',
    summary: 'How a project takes approvals',
    access: { who: 'user', project: 'read_merge_request' },
    params: underId,
    response: projectApprovalsRecord,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'projectApprovals.update',
    method: 'POST',
    path: '/projects/:id/approvals',
    summary: 'Change how a project takes approvals',
    access: { who: 'user', project: 'admin_project' },
    params: underId,
    body: z.object({
      approvals_before_merge: z.int().min(0).max(100).optional(),
      reset_approvals_on_push: z.boolean().optional(),
      disable_overriding_approvers_per_merge_request: z.boolean().optional(),
      merge_requests_author_approval: z.boolean().optional(),
      merge_requests_disable_committers_approval: z.boolean().optional(),
    }),
    response: projectApprovalsRecord,
    status: [201],
  }),
} as const;
