import { asana } from './asana.ts';
import { bamboo } from './bamboo.ts';
import { campfire } from './campfire.ts';
import { discord } from './discord.ts';
import { hangoutsChat } from './hangouts-chat.ts';
import { issueTrackers } from './issue-trackers.ts';
import type { Delivery } from './kind.ts';
import { microsoftTeams } from './microsoft-teams.ts';
import { pivotaltracker } from './pivotaltracker.ts';
import { pumble, unifyCircuit, webexTeams } from './plain-chats.ts';
import { assembla, buildkite, datadog, packagist } from './service-hooks.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';

const deliveries: readonly Delivery[] = [
  asana,
  assembla,
  bamboo,
  buildkite,
  campfire,
  datadog,
  discord,
  hangoutsChat,
  issueTrackers,
  microsoftTeams,
  packagist,
  pivotaltracker,
  pumble,
  slack,
  telegram,
  unifyCircuit,
  webexTeams,
];

const bySlug = new Map(
  deliveries.flatMap((delivery) => delivery.slugs.map((slug) => [slug, delivery] as const)),
);

/** How a kind sends over HTTP; undefined for those that do not. */
export const deliveryOf = (slug: string): Delivery | undefined => bySlug.get(slug);
