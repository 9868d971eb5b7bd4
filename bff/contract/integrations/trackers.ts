import type { IntegrationKind } from './kind.ts';
import { address, key, optional, restrictedBranches, rowsOf } from './rows.ts';

const events = ['push_events'] as const;

const newIssue = address('new_issue_url', 'Where a new issue is written');
const issues = address('issues_url', 'Where an issue is found; :id stands for its number');
const project = address('project_url', 'Where the project is in the tracker');

const withNewIssue = (slug: string, title: string): IntegrationKind => ({
  slug,
  title,
  family: 'issue_tracker',
  about: 'Texts and the projects’ rails link to its issues',
  fields: rowsOf(newIssue, issues, project),
  events,
});

const withLinks = (slug: string, title: string): IntegrationKind => ({
  slug,
  title,
  family: 'issue_tracker',
  about: 'Texts and the projects’ rails link to its issues',
  fields: rowsOf(issues, project),
  events,
});

/** Trackers of issues that are linked to. */
export const issueTrackers: readonly IntegrationKind[] = [
  withNewIssue('bugzilla', 'Bugzilla'),
  withNewIssue('custom-issue-tracker', 'Custom issue tracker'),
  withNewIssue('ewm', 'EWM'),
  withNewIssue('redmine', 'Redmine'),
  withLinks('clickup', 'ClickUp'),
  withLinks('phorge', 'Phorge'),
  withLinks('youtrack', 'JetBrains YouTrack'),
  {
    slug: 'assembla',
    title: 'Assembla',
    family: 'issue_tracker',
    about: 'Each push is posted to the space',
    signs: true,
    fields: rowsOf(
      key('token', 'Secret key of the space'),
      optional('subdomain', 'Name of the space', { exposes: ['token'] }),
    ),
    events,
  },
];

/** Trackers of tasks that pushed commits name. */
export const taskTrackers: readonly IntegrationKind[] = [
  {
    slug: 'asana',
    title: 'Asana',
    family: 'task_tracker',
    about: 'Commits comment on the tasks that they name, and close them',
    fields: rowsOf(key('api_key', 'A user’s API token: comments are theirs'), restrictedBranches),
    events,
  },
  {
    slug: 'pivotaltracker',
    title: 'Pivotal Tracker',
    family: 'task_tracker',
    about: 'Each pushed commit is posted',
    fields: rowsOf(key('token', 'API token of the tracker'), {
      ...restrictedBranches,
      saidBoolean: true,
    }),
    events,
  },
];
