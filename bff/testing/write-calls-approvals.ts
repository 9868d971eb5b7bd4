import type { Scene, Sent, WriteCalls } from './write-calls.ts';
import { opened } from './write-calls-merge-requests.ts';

const inProject = async (scene: Scene) => `/projects/${(await scene.project()).id}`;
const inMergeRequest = async (scene: Scene) => `${await opened(scene)}/1`;
const rule = { name: 'one', approvals_required: 1 };

const onRules = (name: string, at: (scene: Scene) => Promise<string>): WriteCalls => {
  const on =
    (method: string, json: object) =>
    async (scene: Scene): Promise<Sent> => {
      const path = `${await at(scene)}/approval_rules`;
      const { id } = await scene.made(`POST ${path}`, rule);
      return { request: `${method} ${path}/${id}`, json };
    };
  return {
    [`${name}.create`]: async (scene) => ({
      request: `POST ${await at(scene)}/approval_rules`,
      json: rule,
    }),
    [`${name}.update`]: on('PUT', { name: 'two' }),
    [`${name}.remove`]: on('DELETE', {}),
  };
};

/** Approvals, their rules, and how projects take them. */
export const approvalCalls: WriteCalls = {
  ...onRules('projectApprovalRules', inProject),
  ...onRules('mergeRequestApprovalRules', inMergeRequest),
  'projectApprovals.update': async (scene) => ({
    request: `POST ${await inProject(scene)}/approvals`,
    json: { reset_approvals_on_push: false },
  }),
  'mergeRequestApprovals.update': async (scene) => ({
    request: `POST ${await inMergeRequest(scene)}/approvals`,
    json: { approvals_required: 1 },
  }),
  'mergeRequestApprovals.approve': async (scene) => ({
    request: `POST ${await inMergeRequest(scene)}/approve`,
    json: {},
  }),
  'mergeRequestApprovals.unapprove': async (scene) => {
    const path = await inMergeRequest(scene);
    await scene.made(`POST ${path}/approve`);
    return { request: `POST ${path}/unapprove` };
  },
  'mergeRequestReviewers.update': async (scene) => ({
    request: `PUT ${await inMergeRequest(scene)}/reviewers/${scene.caller.id}`,
    json: { state: 'requested_changes' },
  }),
  'mergeRequests.resetApprovals': async (scene) => ({
    request: `PUT ${await inMergeRequest(scene)}/reset_approvals`,
  }),
};
