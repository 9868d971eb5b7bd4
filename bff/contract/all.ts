import { openapi } from './openapi.ts';
import { applicationSettings } from './application-settings.ts';
import { auditEvents } from './audit-events.ts';
import { branches } from './branches.ts';
import { commits } from './commits.ts';
import type { Endpoint } from './endpoint.ts';
import { groups } from './groups.ts';
import { issueNotes } from './issue-notes.ts';
import { issues } from './issues.ts';
import { groupLabels, labels } from './labels.ts';
import { groupMembers, projectMembers } from './members.ts';
import { groupMilestones, milestones } from './milestones.ts';
import { mergeRequestChangesEndpoints } from './merge-request-changes.ts';
import { mergeRequests } from './merge-requests.ts';
import { mergeRequestDiscussions, mergeRequestNotes } from './notes.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { projects } from './projects.ts';
import { sessions } from './sessions.ts';
import { users } from './users.ts';

const resources: readonly Readonly<Record<string, Endpoint>>[] = [
  applicationSettings,
  auditEvents,
  openapi,
  branches,
  commits,
  groupLabels,
  groupMembers,
  groupMilestones,
  groups,
  issueNotes,
  issues,
  labels,
  milestones,
  mergeRequestChangesEndpoints,
  mergeRequestDiscussions,
  mergeRequestNotes,
  mergeRequests,
  personalAccessTokens,
  projectMembers,
  projects,
  sessions,
  users,
];

/** Every endpoint of the contract; `src/` never imports it. */
export const allEndpoints: readonly Endpoint[] = resources.flatMap((resource) =>
  Object.values(resource),
);
