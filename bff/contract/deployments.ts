import * as z from 'zod';
import { datetime, filledText, pageQuery, underId } from './common.ts';
import { deployment, deploymentStatuses } from './deployment-record.ts';
import { defineEndpoint } from './endpoint.ts';
import { exclusiveFilters, projectListQuery } from './merge-request-list.ts';
import { listedMergeRequest, simpleMergeRequest } from './merge-request-record.ts';

export type DeploymentStatus = (typeof deploymentStatuses)[number];

const path = '/projects/:id/deployments';
const one = `${path}/:deployment_id`;
const underDeployment = z.object({ ...underId.shape, deployment_id: z.int() });

/** What callers may report; `created` and `blocked` come by themselves. */
const reported = z.enum(['running', 'success', 'failed', 'canceled']);

export const deployments = {
  list: defineEndpoint({
    id: 'deployments.list',
    method: 'GET',
    path,
    summary: 'Deployments of a project',
    access: { who: 'user', project: 'read_environment' },
    params: underId,
    query: z.object({
      ...pageQuery,
      order_by: z
        .enum(['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref'])
        .default('id'),
      sort: z.enum(['asc', 'desc']).default('asc'),
      updated_after: datetime().optional(),
      updated_before: datetime().optional(),
      finished_after: datetime().optional(),
      finished_before: datetime().optional(),
      environment: z.string().optional(),
      status: z.enum(deploymentStatuses).optional(),
    }),
    response: z.array(deployment),
    status: [200],
    paginated: true,
  }),
  show: defineEndpoint({
    id: 'deployments.show',
    method: 'GET',
    path: one,
    summary: 'One deployment',
    access: { who: 'user', project: 'read_environment' },
    params: underDeployment,
    response: deployment,
    status: [200],
  }),
  create: defineEndpoint({
    id: 'deployments.create',
    method: 'POST',
    path,
    summary: 'Tell of a deployment; an environment that is not there is made',
    access: { who: 'user', project: 'update_deployment' },
    params: underId,
    body: z.object({
      environment: filledText(),
      sha: filledText(),
      ref: filledText(),
      tag: z.boolean(),
      status: reported,
    }),
    response: deployment,
    status: [201],
  }),
  update: defineEndpoint({
    id: 'deployments.update',
    method: 'PUT',
    path: one,
    summary: 'Tell how a deployment went',
    access: { who: 'user', project: 'update_deployment' },
    params: underDeployment,
    body: z.object({ status: reported }),
    response: deployment,
    status: [200],
  }),
  remove: defineEndpoint({
    id: 'deployments.remove',
    method: 'DELETE',
    path: one,
    summary: 'Delete a deployment that is neither running nor the last of its environment',
    access: { who: 'user', project: 'remove_deployment' },
    params: underDeployment,
    response: null,
    status: [204],
  }),
  mergeRequests: defineEndpoint({
    id: 'deployments.mergeRequests',
    method: 'GET',
    path: `${one}/merge_requests`,
    summary: 'Merge requests that came with a deployment',
    access: { who: 'anyone', project: 'read_merge_request' },
    params: underDeployment,
    query: projectListQuery,
    exclusive: exclusiveFilters,
    response: z.array(z.union([listedMergeRequest, simpleMergeRequest])),
    status: [200],
    paginated: true,
  }),
} as const;
