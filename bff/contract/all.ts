import { autocomplete } from './autocomplete.ts';
import { applicationAppearance } from './application-appearance.ts';
import { applicationSettings } from './application-settings.ts';
import { mergeRequestApprovalRules, projectApprovalRules } from './approval-rules.ts';
import { mergeRequestApprovals, projectApprovals } from './approvals.ts';
import { auditEvents } from './audit-events.ts';
import {
  issueAwards,
  issueNoteAwards,
  mergeRequestAwards,
  mergeRequestNoteAwards,
} from './award-emoji.ts';
import { account } from './account.ts';
import { bootstrap } from './bootstrap.ts';
import { branches } from './branches.ts';
import { ciJobs } from './ci-jobs.ts';
import { commitStatuses } from './commit-statuses.ts';
import { commitComments } from './commit-comments.ts';
import { commitMergeRequests } from './commit-merge-requests.ts';
import { forkRelations } from './fork-relations.ts';
import { home } from './home.ts';
import { milestoneBurndown } from './milestone-burndown.ts';
import { commits } from './commits.ts';
import { deployKeyScreens, deployKeys } from './deploy-keys.ts';
import { demo } from './demo.ts';
import { dependencies, sbomReports } from './dependencies.ts';
import { dependencyListExports } from './dependency-list-exports.ts';
import { deployments } from './deployments.ts';
import { dockerfileTemplates, ownTemplates } from './dockerfile-templates.ts';
import { draftNotes } from './draft-notes.ts';
import type { Endpoint } from './endpoint.ts';
import { environments } from './environments.ts';
import { epicNotes } from './epic-notes.ts';
import { epics } from './epics.ts';
import { externalControls } from './external-controls.ts';
import { features } from './features.ts';
import { groupIntegrations } from './group-integrations.ts';
import { groupActivity } from './group-activity.ts';
import { groups } from './groups.ts';
import { clock, health } from './health.ts';
import { instanceSchedules } from './instance-schedules.ts';
import {
  instanceIntegrations,
  integrationOverview,
  projectIntegrationOverview,
} from './integration-overview.ts';
import { issueNotes } from './issue-notes.ts';
import { issueDetails } from './issue-details.ts';
import { issueMergeRequests } from './issue-merge-requests.ts';
import { issueTime } from './issue-time.ts';
import { issueTrackers } from './issue-trackers.ts';
import { issues } from './issues.ts';
import { jobs } from './jobs.ts';
import { labelEvents } from './label-events.ts';
import {
  groupIntegrationDeliveries,
  instanceIntegrationDeliveries,
  projectIntegrationDeliveries,
} from './integration-deliveries.ts';
import { groupLabels, labels } from './labels.ts';
import { mailSettings } from './mail-settings.ts';
import { mails } from './mails.ts';
import { groupMembers, projectMembers } from './members.ts';
import { mergeRequestChangesEndpoints } from './merge-request-changes.ts';
import { mergeRequestContextCommits } from './merge-request-context-commits.ts';
import { mergeRequestDependencies } from './merge-request-dependencies.ts';
import { mergeRequestMessages } from './merge-request-messages.ts';
import { mergeRequestOperations } from './merge-request-operations.ts';
import { mergeRequestIssues } from './merge-request-issues.ts';
import { mergeRequestReviewers } from './merge-request-reviewers.ts';
import { mergeRequestSubscriptions } from './merge-request-subscriptions.ts';
import { mergeRequestTime } from './merge-request-time.ts';
import { mergeRequests } from './merge-requests.ts';
import { metadata, version } from './metadata.ts';
import { milestoneMergeRequests } from './milestone-merge-requests.ts';
import { groupMilestones, milestones } from './milestones.ts';
import { milestoneEvents, stateEvents } from './resource-events.ts';
import { namespaces } from './namespaces.ts';
import { mergeRequestDiscussions, mergeRequestNotes } from './notes.ts';
import { openapi } from './openapi.ts';
import { issueSubscriptions } from './issue-subscriptions.ts';
import { impersonationTokens } from './impersonation-tokens.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { pipelineScheduleVariables } from './pipeline-schedule-variables.ts';
import { pausedIntegrations } from './paused-integrations.ts';
import { pipelineSchedules } from './pipeline-schedules.ts';
import { pipelineTriggers } from './pipeline-triggers.ts';
import { pipelines } from './pipelines.ts';
import { placeholderReassignments } from './placeholder-reassignments.ts';
import { placeholderUsers, reassignments } from './placeholder-users.ts';
import { previews } from './previews.ts';
import { projectIntegrations, projectServices } from './project-integrations.ts';
import { projects } from './projects.ts';
import { protectedBranches } from './protected-branches.ts';
import { ownReassignments } from './own-reassignments.ts';
import { groupImports } from './imports.ts';
import { reassignmentFiles } from './reassignment-files.ts';
import { repositoryFiles } from './repository-files.ts';
import { archives, repository } from './repository.ts';
import { reviewDiffs } from './review-diffs.ts';
import { savedViews } from './saved-views.ts';
import { search } from './search.ts';
import { secondFactor } from './second-factor.ts';
import { sessions } from './sessions.ts';
import { signUp } from './sign-up.ts';
import { terms } from './terms.ts';
import { settingsHistory } from './settings-history.ts';
import { sshKeys } from './ssh-keys.ts';
import { slashCommands } from './slash-commands.ts';
import { suggestions } from './suggestions.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';
import { todos } from './todos.ts';
import { transfers } from './transfers.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';
import { viewedFiles } from './viewed-files.ts';
import { wikiAttachments } from './wiki-attachments.ts';
import { wikiScreens, wikis } from './wikis.ts';

const resources: readonly Readonly<Record<string, Endpoint>>[] = [
  applicationAppearance,
  autocomplete,
  home,
  applicationSettings,
  archives,
  auditEvents,
  account,
  bootstrap,
  branches,
  ciJobs,
  commitStatuses,
  clock,
  commitComments,
  commits,
  groupLabels,
  groupMembers,
  groupMilestones,
  demo,
  deployKeys,
  deployKeyScreens,
  dependencies,
  dependencyListExports,
  deployments,
  dockerfileTemplates,
  draftNotes,
  environments,
  epicNotes,
  epics,
  externalControls,
  features,
  groupIntegrations,
  instanceIntegrations,
  integrationOverview,
  groupActivity,
  groups,
  health,
  instanceSchedules,
  issueAwards,
  issueNoteAwards,
  issueNotes,
  commitMergeRequests,
  forkRelations,
  issueDetails,
  milestoneBurndown,
  issueMergeRequests,
  issueTime,
  issueTrackers,
  issues,
  jobs,
  labelEvents,
  groupIntegrationDeliveries,
  instanceIntegrationDeliveries,
  projectIntegrationDeliveries,
  labels,
  mailSettings,
  mails,
  mergeRequestApprovalRules,
  mergeRequestApprovals,
  mergeRequestAwards,
  mergeRequestChangesEndpoints,
  mergeRequestContextCommits,
  mergeRequestDependencies,
  mergeRequestDiscussions,
  mergeRequestNoteAwards,
  mergeRequestNotes,
  mergeRequests,
  mergeRequestOperations,
  mergeRequestIssues,
  mergeRequestReviewers,
  mergeRequestSubscriptions,
  mergeRequestTime,
  mergeRequestMessages,
  metadata,
  milestoneMergeRequests,
  milestoneEvents,
  milestones,
  stateEvents,
  namespaces,
  openapi,
  ownTemplates,
  issueSubscriptions,
  impersonationTokens,
  personalAccessTokens,
  projectApprovalRules,
  projectApprovals,
  projectMembers,
  pipelines,
  pausedIntegrations,
  pipelineSchedules,
  pipelineScheduleVariables,
  pipelineTriggers,
  placeholderReassignments,
  placeholderUsers,
  reassignments,
  ownReassignments,
  reassignmentFiles,
  groupImports,
  previews,
  projectIntegrationOverview,
  projectIntegrations,
  projectServices,
  projects,
  protectedBranches,
  repository,
  repositoryFiles,
  reviewDiffs,
  savedViews,
  sbomReports,
  search,
  secondFactor,
  sessions,
  signUp,
  terms,
  settingsHistory,
  sshKeys,
  slashCommands,
  suggestions,
  system,
  tags,
  todos,
  transfers,
  uploads,
  users,
  version,
  viewedFiles,
  wikiAttachments,
  wikiScreens,
  wikis,
];

/** Every endpoint of the contract; `src/` never imports it. */
export const allEndpoints: readonly Endpoint[] = resources.flatMap((resource) =>
  Object.values(resource),
);
