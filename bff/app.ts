import { Hono } from 'hono';
import { createContext } from './context.ts';
import type { Deps } from './deps.ts';
import { DomainError } from './errors.ts';
import { answerError } from './http/errors.ts';
import { dressResponses } from './http/manners.ts';
import type { Api, Env } from './http/mount.ts';
import { openApiRoutes } from './http/openapi.ts';
import { routedPath } from './http/path.ts';
import { refuseOtherVerbs } from './http/verbs.ts';
import { autocompleteRoutes } from './modules/autocomplete/routes.ts';
import { applicationAppearanceRoutes } from './modules/application-appearance/routes.ts';
import { applicationSettingRoutes } from './modules/application-settings/routes.ts';
import { approvalRoutes } from './modules/approvals/routes.ts';
import { auditRoutes } from './modules/audit/routes.ts';
import { awardEmojiRoutes } from './modules/award-emoji/routes.ts';
import { bootstrapRoutes } from './modules/bootstrap/routes.ts';
import { branchRoutes } from './modules/branches/routes.ts';
import { ciJobRoutes } from './modules/ci-jobs/routes.ts';
import { commitStatusRoutes } from './modules/commit-statuses/routes.ts';
import { commitRoutes } from './modules/commits/routes.ts';
import { deployKeyRoutes } from './modules/deploy-keys/routes.ts';
import { dependencyRoutes } from './modules/dependencies/routes.ts';
import { dependencyListExportRoutes } from './modules/dependency-list-exports/routes.ts';
import { deploymentRoutes } from './modules/deployments/routes.ts';
import { dockerfileTemplateRoutes } from './modules/dockerfile-templates/routes.ts';
import { draftNoteRoutes } from './modules/draft-notes/routes.ts';
import { environmentRoutes } from './modules/environments/routes.ts';
import { epicRoutes } from './modules/epics/routes.ts';
import { externalControlRoutes } from './modules/external-controls/routes.ts';
import { featureRoutes } from './modules/features/routes.ts';
import { groupActivityRoutes } from './modules/group-activity/routes.ts';
import { groupRoutes } from './modules/groups/routes.ts';
import { homeRoutes } from './modules/home/routes.ts';
import { integrationOverviewRoutes } from './modules/integrations/overview-routes.ts';
import { integrationRoutes } from './modules/integrations/routes.ts';
import { issueTrackerRoutes } from './modules/integrations/tracker-routes.ts';
import { integrationDeliveryRoutes } from './modules/integration-deliveries/routes.ts';
import { issueRoutes } from './modules/issues/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { labelEventRoutes } from './modules/label-events/routes.ts';
import { labelRoutes } from './modules/labels/routes.ts';
import { mailRoutes } from './modules/mails/routes.ts';
import { mailSettingsRoutes } from './modules/mail-settings/routes.ts';
import { memberRoutes } from './modules/members/routes.ts';
import { mergeRequestContextCommitRoutes } from './modules/merge-request-context-commits/routes.ts';
import { mergeRequestDependencyRoutes } from './modules/merge-request-dependencies/routes.ts';
import { mergeRequestChangesRoutes } from './modules/merge-requests/changes-routes.ts';
import { mergeRequestOperationRoutes } from './modules/merge-requests/operation-routes.ts';
import { mergeRequestRoutes } from './modules/merge-requests/routes.ts';
import { mergeRequestIssueRoutes } from './modules/merge-requests/issue-routes.ts';
import { mergeRequestSubscriptionRoutes } from './modules/merge-requests/subscription-routes.ts';
import { mergeRequestTimeRoutes } from './modules/merge-requests/time-routes.ts';
import { metadataRoutes } from './modules/metadata/routes.ts';
import { milestoneRoutes } from './modules/milestones/routes.ts';
import { milestoneEventRoutes, stateEventRoutes } from './modules/resource-events/routes.ts';
import { namespaceRoutes } from './modules/namespaces/routes.ts';
import { noteRoutes } from './modules/notes/routes.ts';
import { impersonationTokenRoutes } from './modules/impersonation-tokens/routes.ts';
import { personalAccessTokenRoutes } from './modules/personal-access-tokens/routes.ts';
import { instanceScheduleRoutes } from './modules/pipeline-schedules/instance-routes.ts';
import { pipelineScheduleRoutes } from './modules/pipeline-schedules/routes.ts';
import { pipelineTriggerRoutes } from './modules/pipeline-triggers/routes.ts';
import { importRoutes } from './modules/imports/routes.ts';
import { placeholderReassignmentRoutes } from './modules/placeholder-reassignments/routes.ts';
import { placeholderUserRoutes } from './modules/placeholder-users/routes.ts';
import { pipelineRoutes } from './modules/pipelines/routes.ts';
import { forkRelationRoutes } from './modules/fork-relations/routes.ts';
import { projectRoutes } from './modules/projects/routes.ts';
import { protectedBranchRoutes } from './modules/protected-branches/routes.ts';
import { repositoryFileRoutes } from './modules/repository-files/routes.ts';
import { repositoryRoutes } from './modules/repository/routes.ts';
import { reviewDiffRoutes } from './modules/review-diffs/routes.ts';
import { savedViewRoutes } from './modules/saved-views/routes.ts';
import { searchRoutes } from './modules/search/routes.ts';
import { signUpRoutes } from './modules/sign-up/routes.ts';
import { termRoutes } from './modules/terms/routes.ts';
import { secondFactorRoutes } from './modules/second-factor/routes.ts';
import { sessionRoutes } from './modules/sessions/routes.ts';
import { sshKeyRoutes } from './modules/ssh-keys/routes.ts';
import { slashCommandRoutes } from './modules/slash-commands/routes.ts';
import { suggestionRoutes } from './modules/suggestions/routes.ts';
import { systemRoutes } from './modules/system/routes.ts';
import { tagRoutes } from './modules/tags/routes.ts';
import { todoRoutes } from './modules/todos/routes.ts';
import { transferRoutes } from './modules/transfers/routes.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { userRoutes } from './modules/users/routes.ts';
import { viewedFileRoutes } from './modules/viewed-files/routes.ts';
import { wikiAttachmentRoutes } from './modules/wikis/attachment-routes.ts';
import { wikiRoutes } from './modules/wikis/routes.ts';

const modules: readonly ((api: Api) => void)[] = [
  applicationAppearanceRoutes,
  autocompleteRoutes,
  homeRoutes,
  applicationSettingRoutes,
  approvalRoutes,
  auditRoutes,
  awardEmojiRoutes,
  bootstrapRoutes,
  branchRoutes,
  ciJobRoutes,
  commitRoutes,
  commitStatusRoutes,
  deployKeyRoutes,
  dependencyRoutes,
  dependencyListExportRoutes,
  deploymentRoutes,
  dockerfileTemplateRoutes,
  draftNoteRoutes,
  environmentRoutes,
  epicRoutes,
  externalControlRoutes,
  featureRoutes,
  groupActivityRoutes,
  groupRoutes,
  integrationRoutes,
  integrationDeliveryRoutes,
  integrationOverviewRoutes,
  issueRoutes,
  issueTrackerRoutes,
  jobRoutes,
  labelEventRoutes,
  labelRoutes,
  mailRoutes,
  mailSettingsRoutes,
  memberRoutes,
  mergeRequestChangesRoutes,
  mergeRequestContextCommitRoutes,
  mergeRequestDependencyRoutes,
  mergeRequestRoutes,
  mergeRequestOperationRoutes,
  mergeRequestIssueRoutes,
  mergeRequestSubscriptionRoutes,
  mergeRequestTimeRoutes,
  metadataRoutes,
  milestoneEventRoutes,
  stateEventRoutes,
  milestoneRoutes,
  namespaceRoutes,
  noteRoutes,
  openApiRoutes,
  impersonationTokenRoutes,
  personalAccessTokenRoutes,
  pipelineRoutes,
  pipelineScheduleRoutes,
  instanceScheduleRoutes,
  pipelineTriggerRoutes,
  placeholderReassignmentRoutes,
  importRoutes,
  placeholderUserRoutes,
  forkRelationRoutes,
  projectRoutes,
  protectedBranchRoutes,
  repositoryFileRoutes,
  repositoryRoutes,
  reviewDiffRoutes,
  savedViewRoutes,
  searchRoutes,
  secondFactorRoutes,
  sessionRoutes,
  signUpRoutes,
  termRoutes,
  sshKeyRoutes,
  slashCommandRoutes,
  suggestionRoutes,
  systemRoutes,
  tagRoutes,
  todoRoutes,
  transferRoutes,
  uploadRoutes,
  userRoutes,
  viewedFileRoutes,
  wikiAttachmentRoutes,
  wikiRoutes,
];

/** What an app may carry besides the API: git over HTTP and the built console. */
export type Extension = (api: Api) => void;

/** The whole HTTP surface over these dependencies; it reads no environment and opens no port. */
export function createApp(deps: Deps, extensions: readonly Extension[] = []): Api {
  const hono = new Hono<Env>({ strict: true, getPath: routedPath });
  const api: Api = { hono, deps, mounted: [] };
  hono.onError((error, c) => answerError(c, error, deps.log));
  hono.notFound((c) => answerError(c, new DomainError({ kind: 'no_route' }), deps.log));
  dressResponses(api);
  for (const extend of extensions) extend(api);
  for (const routes of modules) routes(api);
  refuseOtherVerbs(api);
  return api;
}

/** A context of the system itself, for start-up work. */
export const systemContext = (deps: Deps, job: string) =>
  createContext(deps, { kind: 'system', job });
