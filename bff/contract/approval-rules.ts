import * as z from 'zod';
import { filledText, idList, pageQuery, underId, userSummary } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { group } from './groups.ts';
import { underMergeRequest } from './merge-requests.ts';

const ruleTypes = ['regular', 'any_approver'] as const;

export const approvalRule = z
  .object({
    id: z.int(),
    name: z.string(),
    rule_type: z.enum(ruleTypes),
    report_type: z.null(),
    eligible_approvers: z.array(userSummary),
    approvals_required: z.int(),
    users: z.array(userSummary),
    /** Those of the groups that the caller may see. */
    groups: z.array(group),
    contains_hidden_groups: z.boolean(),
    overridden: z.boolean(),
    /** Of rules of a project: the branches into which a merge request has to obey. */
    applies_to_all_protected_branches: z.boolean().optional(),
    protected_branches: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
    /** Of a rule of a merge request: the rule of the project that it stands for. */
    source_rule: z.object({ id: z.int(), approvals_required: z.int() }).nullable().optional(),
    section: z.null(),
  })
  .meta({ id: 'ApprovalRule' });
export type ApprovalRule = z.output<typeof approvalRule>;

const people = {
  user_ids: idList().optional(),
  usernames: z.array(z.string()).optional(),
  group_ids: idList().optional(),
};
const branches = {
  protected_branch_ids: idList().optional(),
  applies_to_all_protected_branches: z.boolean().optional(),
};
const required = () => z.int().min(0).max(100);
const name = () => z.string().max(1024);
const changes = {
  name: name().optional(),
  approvals_required: required().optional(),
  ...people,
  remove_hidden_groups: z.boolean().optional(),
};
const creation = {
  name: filledText().max(1024),
  approvals_required: required(),
  rule_type: z.enum(ruleTypes).optional(),
  ...people,
};

const path = '/projects/:id/approval_rules';
const one = `${path}/:approval_rule_id` as const;
const ofOne = '/projects/:id/merge_requests/:merge_request_iid/approval_rules';
const oneOfOne = `${ofOne}/:approval_rule_id` as const;
const under = z.object({ ...underId.shape, approval_rule_id: z.int() });
const underOne = z.object({ ...underMergeRequest.shape, approval_rule_id: z.int() });
const reads = { who: 'user', project: 'read_merge_request' } as const;
const writes = { who: 'user', project: 'admin_project' } as const;

export const projectApprovalRules = {
  list: defineEndpoint({
    id: 'projectApprovalRules.list',
    method: 'GET',
    path,
    summary: 'Approval rules of a project',
    access: reads,
    params: underId,
    query: z.object(pageQuery),
    response: z.array(approvalRule),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'projectApprovalRules.show',
    method: 'GET',
    path: one,
    summary: 'One approval rule of a project',
    access: reads,
    params: under,
    response: approvalRule,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'projectApprovalRules.create',
    method: 'POST',
    path,
    summary: 'Make an approval rule of a project',
    access: writes,
    params: underId,
    body: z.object({ ...creation, ...branches }),
    response: approvalRule,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'projectApprovalRules.update',
    method: 'PUT',
    path: one,
    summary: 'Change an approval rule of a project',
    access: writes,
    params: under,
    body: z.object({ ...changes, ...branches }),
    response: approvalRule,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'projectApprovalRules.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete an approval rule of a project',
    access: writes,
    params: under,
    response: null,
    status: [204],
  }),
} as const;

export const mergeRequestApprovalRules = {
  list: defineEndpoint({
    id: 'mergeRequestApprovalRules.list',
    method: 'GET',
    path: ofOne,
    summary: 'Approval rules of a merge request, which hold instead of those of its project',
    access: reads,
    params: underMergeRequest,
    query: z.object(pageQuery),
    response: z.array(approvalRule),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'mergeRequestApprovalRules.show',
    method: 'GET',
    path: oneOfOne,
    summary: 'One approval rule of a merge request',
    access: reads,
    params: underOne,
    response: approvalRule,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'mergeRequestApprovalRules.create',
    method: 'POST',
    path: ofOne,
    summary: 'Make an approval rule of a merge request',
    access: reads,
    params: underMergeRequest,
    body: z.object({
      ...creation,
      approval_project_rule_id: z.int().optional().describe('The rule that it stands for'),
    }),
    response: approvalRule,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'mergeRequestApprovalRules.update',
    method: 'PUT',
    path: oneOfOne,
    summary: 'Change an approval rule of a merge request',
    access: reads,
    params: underOne,
    body: z.object(changes),
    response: approvalRule,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'mergeRequestApprovalRules.remove',
    method: 'DELETE',
    path: oneOfOne,
    summary: 'Delete an approval rule of a merge request',
    access: reads,
    params: underOne,
    response: null,
    status: [204],
  }),
} as const;
