import type { Kysely } from 'kysely';
import type { Dialect } from '../columns.ts';
import * as platform from './0001-platform.ts';
import * as mergeRequests from './0002-merge-requests.ts';
import * as mergeRequestChecks from './0003-merge-request-checks.ts';
import * as issues from './0010-issues.ts';
import * as protectedBranchAccess from './0011-protected-branch-access.ts';
import * as copies from './0012-copies.ts';
import * as uploads from './0013-uploads.ts';
import * as instance from './0020-instance.ts';
import * as pipelines from './0030-pipelines.ts';
import * as deployments from './0031-deployments.ts';
import * as features from './0032-features.ts';
import * as ciJobTokens from './0033-ci-job-tokens.ts';
import * as savedViews from './0034-saved-views.ts';
import * as redirects from './0035-redirects.ts';
import * as awardEmoji from './0036-award-emoji.ts';
import * as approvals from './0037-approvals.ts';
import * as domainEvents from './0040-domain-events.ts';
import * as throttles from './0041-throttles.ts';
import * as changeReasons from './0042-change-reasons.ts';
import * as textIndex from './0043-text-index.ts';
import * as auditChain from './0044-audit-chain.ts';
import * as subscriptions from './0045-subscriptions.ts';
import * as pipelineTriggers from './0047-pipeline-triggers.ts';
import * as eventTimes from './0048-event-times.ts';
import * as mergeRequestBlocks from './0049-merge-request-blocks.ts';
import * as commitNotes from './0050-commit-notes.ts';
import * as movedIssues from './0051-moved-issues.ts';
import * as mergeRequestOrders from './0055-merge-request-orders.ts';
import * as pipelineSchedules from './0058-pipeline-schedules.ts';
import * as triggerRotation from './0059-trigger-rotation.ts';
import * as reviewRequests from './0063-review-requests.ts';
import * as draftNotes from './0064-draft-notes.ts';
import * as suggestions from './0065-suggestions.ts';
import * as todos from './0066-todos.ts';
import * as contextCommits from './0067-context-commits.ts';
import * as accounts from './0070-accounts.ts';
import * as inactiveProjects from './0071-inactive-projects.ts';
import * as issueSubscriptions from './0081-issue-subscriptions.ts';
import * as labelSubscriptions from './0082-label-subscriptions.ts';
import * as sshKeys from './0083-ssh-keys.ts';
import * as appearance from './0088-appearance.ts';
import * as dockerfileTemplates from './0089-dockerfile-templates.ts';
import * as dependencies from './0092-dependencies.ts';
import * as dependencyListExports from './0093-dependency-list-exports.ts';
import * as integrations from './0097-integrations.ts';
import * as integrationDeliveries from './0102-integration-deliveries.ts';
import * as placeholders from './0108-placeholders.ts';
import * as reassignmentFiles from './0109-reassignment-files.ts';
import * as externalControls from './0114-external-controls.ts';
import * as epics from './0115-epics.ts';
import * as viewedFiles from './0120-viewed-files.ts';
import * as mailSettings from './0124-mail-settings.ts';
import * as issueTodos from './0125-issue-todos.ts';
import * as importLeftovers from './0126-import-leftovers.ts';
import * as wikis from './0127-wikis.ts';
import * as pausedIntegrations from './0130-paused-integrations.ts';
import * as groupImports from './0137-group-imports.ts';
import * as markedForDeletion from './0141-marked-for-deletion.ts';
import * as commitEmail from './0142-commit-email.ts';
import * as issueLinks from './0148-issue-links.ts';
import * as earlyPings from './0153-early-pings.ts';
import * as groupBranchProtection from './0154-group-branch-protection.ts';
import * as labelEventsInOrder from './0155-label-events-in-order.ts';
import * as jobKinds from './0158-job-kinds.ts';
import * as takersOfGroups from './0159-takers-of-groups.ts';
import * as resourceEvents from './0162-resource-events.ts';
import * as checkTries from './0163-check-tries.ts';
import * as readerVersions from './0167-reader-versions.ts';
import * as jobLanes from './0172-job-lanes.ts';
import * as mergedOrder from './0173-merged-order.ts';
import * as approversAndDrafts from './0174-approvers-and-drafts.ts';

export interface Migration {
  name: string;
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}

/** In the order in which they apply; a merged one is never edited. */
export const migrations: readonly Migration[] = [
  { name: '0001-platform', ...platform },
  { name: '0002-merge-requests', ...mergeRequests },
  { name: '0003-merge-request-checks', ...mergeRequestChecks },
  { name: '0010-issues', ...issues },
  { name: '0011-protected-branch-access', ...protectedBranchAccess },
  { name: '0012-copies', ...copies },
  { name: '0013-uploads', ...uploads },
  { name: '0020-instance', ...instance },
  { name: '0030-pipelines', ...pipelines },
  { name: '0031-deployments', ...deployments },
  { name: '0032-features', ...features },
  { name: '0033-ci-job-tokens', ...ciJobTokens },
  { name: '0034-saved-views', ...savedViews },
  { name: '0035-redirects', ...redirects },
  { name: '0036-award-emoji', ...awardEmoji },
  { name: '0037-approvals', ...approvals },
  { name: '0040-domain-events', ...domainEvents },
  { name: '0041-throttles', ...throttles },
  { name: '0042-change-reasons', ...changeReasons },
  { name: '0043-text-index', ...textIndex },
  { name: '0044-audit-chain', ...auditChain },
  { name: '0045-subscriptions', ...subscriptions },
  { name: '0047-pipeline-triggers', ...pipelineTriggers },
  { name: '0048-event-times', ...eventTimes },
  { name: '0049-merge-request-blocks', ...mergeRequestBlocks },
  { name: '0050-commit-notes', ...commitNotes },
  { name: '0051-moved-issues', ...movedIssues },
  { name: '0055-merge-request-orders', ...mergeRequestOrders },
  { name: '0058-pipeline-schedules', ...pipelineSchedules },
  { name: '0059-trigger-rotation', ...triggerRotation },
  { name: '0063-review-requests', ...reviewRequests },
  { name: '0064-draft-notes', ...draftNotes },
  { name: '0065-suggestions', ...suggestions },
  { name: '0066-todos', ...todos },
  { name: '0067-context-commits', ...contextCommits },
  { name: '0070-accounts', ...accounts },
  { name: '0071-inactive-projects', ...inactiveProjects },
  { name: '0081-issue-subscriptions', ...issueSubscriptions },
  { name: '0082-label-subscriptions', ...labelSubscriptions },
  { name: '0083-ssh-keys', ...sshKeys },
  { name: '0088-appearance', ...appearance },
  { name: '0089-dockerfile-templates', ...dockerfileTemplates },
  { name: '0092-dependencies', ...dependencies },
  { name: '0093-dependency-list-exports', ...dependencyListExports },
  { name: '0097-integrations', ...integrations },
  { name: '0102-integration-deliveries', ...integrationDeliveries },
  { name: '0108-placeholders', ...placeholders },
  { name: '0109-reassignment-files', ...reassignmentFiles },
  { name: '0114-external-controls', ...externalControls },
  { name: '0115-epics', ...epics },
  { name: '0120-viewed-files', ...viewedFiles },
  { name: '0124-mail-settings', ...mailSettings },
  { name: '0125-issue-todos', ...issueTodos },
  { name: '0126-import-leftovers', ...importLeftovers },
  { name: '0127-wikis', ...wikis },
  { name: '0130-paused-integrations', ...pausedIntegrations },
  { name: '0137-group-imports', ...groupImports },
  { name: '0141-marked-for-deletion', ...markedForDeletion },
  { name: '0142-commit-email', ...commitEmail },
  { name: '0148-issue-links', ...issueLinks },
  { name: '0153-early-pings', ...earlyPings },
  { name: '0154-group-branch-protection', ...groupBranchProtection },
  { name: '0155-label-events-in-order', ...labelEventsInOrder },
  { name: '0158-job-kinds', ...jobKinds },
  { name: '0159-takers-of-groups', ...takersOfGroups },
  { name: '0162-resource-events', ...resourceEvents },
  { name: '0163-check-tries', ...checkTries },
  { name: '0167-reader-versions', ...readerVersions },
  { name: '0172-job-lanes', ...jobLanes },
  { name: '0173-merged-order', ...mergedOrder },
  { name: '0174-approvers-and-drafts', ...approversAndDrafts },
];
