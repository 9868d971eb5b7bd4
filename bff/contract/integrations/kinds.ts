import { chatCommands, chats } from './chats.ts';
import { ciServers, packageRegistries } from './ci.ts';
import type { IntegrationKind } from './kind.ts';
import { mails } from './mail.ts';
import { issueTrackers, taskTrackers } from './trackers.ts';

/** Every kind of integration, for groups, projects and the instance alike. */
export const integrationKinds: readonly IntegrationKind[] = [
  ...chats,
  ...chatCommands,
  ...issueTrackers,
  ...taskTrackers,
  ...ciServers,
  ...packageRegistries,
  ...mails,
];

const bySlug = new Map(integrationKinds.map((kind) => [kind.slug, kind]));

/** The kind that a slug names. */
export const kindOf = (slug: string): IntegrationKind | undefined => bySlug.get(slug);

/** Slugs that clients know of projects; groups may not have them. */
export const projectOnlySlugs: readonly string[] = ['apple-app-store', 'google-play', 'jenkins'];

/** Slugs that clients know and this server has no integration for. */
export const foreignSlugs: readonly string[] = [
  ...projectOnlySlugs,
  'confluence',
  'diffblue-cover',
  'drone-ci',
  'emails-on-push',
  'external-wiki',
  'git-guardian',
  'github',
  'gitlab-slack-application',
  'google-cloud-platform-artifact-registry',
  'google-cloud-platform-workload-identity-federation',
  'harbor',
  'irker',
  'jira',
  'jira-cloud-app',
  'linear',
  'matrix',
  'pushover',
  'squash-tm',
  'teamcity',
  'zentao',
];
