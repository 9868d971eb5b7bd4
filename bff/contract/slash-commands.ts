import * as z from 'zod';
import { underId } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const answer = z
  .object({ response_type: z.literal('ephemeral'), text: z.string() })
  .meta({ id: 'SlashCommandAnswer' });

const body = z.object({
  token: z.string().describe('The token of the integration; it stands for the caller'),
  text: z.string().max(1000).optional().describe('What was typed after the command'),
});

const triggering = {
  method: 'POST',
  access: { who: 'anyone' },
  identifies: false,
  order: 'params-before-401',
  params: underId,
  body,
  response: answer,
  status: [200],
} as const;

export const slashCommands = {
  mattermost: defineEndpoint({
    ...triggering,
    id: 'slashCommands.mattermost',
    path: '/projects/:id/integrations/mattermost_slash_commands/trigger',
    summary: 'Answer a command that somebody typed in Mattermost',
  }),
  slack: defineEndpoint({
    ...triggering,
    id: 'slashCommands.slack',
    path: '/projects/:id/integrations/slack_slash_commands/trigger',
    summary: 'Answer a command that somebody typed in Slack',
  }),
} as const;
