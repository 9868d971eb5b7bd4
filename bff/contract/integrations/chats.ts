import { choice, count, type Row, secret } from '../settings/rows.ts';
import { chatEvents } from './events.ts';
import type { IntegrationKind } from './kind.ts';
import { defaultBranchOnly, key, needed, notifying, optional, rowsOf, webhook } from './rows.ts';

const mostChannels = { most: 10, says: 'must have at most 10 channels' };

/** Channels of single kinds of events, by the word of the API. */
const channelEvents = [
  'push',
  'issue',
  'confidential_issue',
  'merge_request',
  'note',
  'confidential_note',
  'tag_push',
  'pipeline',
  'wiki_page',
  'deployment',
  'incident',
  'alert',
  'vulnerability',
] as const;

const channelOf = (event: string) =>
  optional(`${event}_channel`, 'Channels of these events, joined by commas', {
    entries: mostChannels,
  });

const withChannels = (slug: string, title: string): IntegrationKind => ({
  slug,
  title,
  family: 'chat',
  about: 'Events are posted, each to its channels',
  fields: rowsOf(
    webhook(),
    optional('username', 'Name that the messages carry'),
    optional('channel', 'Channels of events that have none of their own', {
      entries: mostChannels,
    }),
    ...notifying,
    defaultBranchOnly,
    optional('labels_to_be_notified', 'Labels as ~a,~b; blank means all events'),
    choice('labels_to_be_notified_behavior', 'match_any', 'How many of the labels there must be', {
      options: ['match_any', 'match_all'],
    }),
    ...channelEvents.map(channelOf),
  ),
  events: [...chatEvents, 'deployment_events', 'incident_events'],
});

const byWebhook = (slug: string, title: string, more: readonly Row[] = []): IntegrationKind => ({
  slug,
  title,
  family: 'chat',
  about: 'Events are posted to the room of the webhook',
  fields: rowsOf(webhook(), ...notifying, ...more),
  events: chatEvents,
});

const discord: IntegrationKind = {
  ...byWebhook('discord', 'Discord Notifications'),
  fields: rowsOf(
    webhook({
      pattern: { source: '^https://discord\\.com/', says: 'must be a https://discord.com/ URL' },
    }),
    ...notifying,
  ),
};

/** Rooms where people talk. */
export const chats: readonly IntegrationKind[] = [
  withChannels('mattermost', 'Mattermost notifications'),
  withChannels('slack', 'Slack notifications'),
  byWebhook('hangouts-chat', 'Google Chat', [defaultBranchOnly]),
  byWebhook('microsoft-teams', 'Microsoft Teams notifications', [defaultBranchOnly]),
  byWebhook('unify-circuit', 'Unify Circuit'),
  byWebhook('webex-teams', 'Webex Teams'),
  discord,
  byWebhook('pumble', 'Pumble'),
  {
    slug: 'telegram',
    title: 'Telegram',
    family: 'chat',
    about: 'A bot sends the events to its room',
    fields: rowsOf(
      optional('hostname', 'Custom host of the API; blank means the public one', {
        url: true,
        exposes: ['token'],
      }),
      key('token', 'Token of the bot'),
      needed('room', 'Id of the chat, or @name of the channel'),
      count('thread', null, 'Id of the message thread', { min: 1 }),
      ...notifying,
    ),
    events: chatEvents,
    requiresEvents: true,
  },
  {
    slug: 'campfire',
    title: 'Campfire',
    family: 'chat',
    about: 'Each push speaks in the room',
    fields: rowsOf(
      key('token', 'API token'),
      optional('subdomain', 'The part before .campfirenow.com', {
        exposes: ['token'],
        pattern: { source: '^[A-Za-z][A-Za-z0-9-]{0,62}$', says: 'is invalid' },
      }),
      optional('room', 'The number in the URL of the room', {
        pattern: { source: '^[1-9][0-9]*$', says: 'is not a positive number' },
      }),
    ),
    events: ['push_events'],
  },
];

const commands = (slug: string, title: string): IntegrationKind => ({
  slug,
  title,
  family: 'commands',
  about: 'Commands of the chat are answered',
  fields: rowsOf({ ...secret('token', null, 'Token that the chat sends'), required: true }),
  events: [],
});

/** Commands that people type into a chat. */
export const chatCommands: readonly IntegrationKind[] = [
  commands('mattermost-slash-commands', 'Mattermost slash commands'),
  commands('slack-slash-commands', 'Slack slash commands'),
];
