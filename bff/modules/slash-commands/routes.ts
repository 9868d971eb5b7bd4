import { slashCommands } from '#contract/slash-commands.ts';
import { type Api, type Input, mount } from '../../http/mount.ts';
import { answerCommand } from './rules.ts';

/** Commands that people type into a chat. */
export function slashCommandRoutes(api: Api): void {
  mount(api, slashCommands.mattermost, (input) => answered(input, 'mattermost-slash-commands'));
  mount(api, slashCommands.slack, (input) => answered(input, 'slack-slash-commands'));
}

type CommandInput = Input<typeof slashCommands.mattermost> | Input<typeof slashCommands.slack>;

async function answered({ ctx, params, body }: CommandInput, slug: string) {
  const { token, text = '' } = body;
  const asked = { project: params.id, slug, token, text };
  return { response_type: 'ephemeral' as const, text: await answerCommand(ctx, asked) };
}
