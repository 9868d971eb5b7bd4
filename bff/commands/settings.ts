import { settingFields } from '#contract/settings/all.ts';
import { ConfigError } from '../config.ts';
import { withPartners } from '../modules/application-settings/history-rules.ts';
import { shownValue } from '../modules/application-settings/present.ts';
import { storedSettings, updateSettings } from '../modules/application-settings/rules.ts';
import { type Command, parse, theWord } from './arguments.ts';

/** `settings …`: settings of the instance, where the console is out of reach. */
export const settingsCommands: Readonly<Record<string, Command>> = {
  reset: {
    usage: 'KEY',
    summary: 'give a setting its default back, also one that keeps everybody out',
    async run({ ctx, args, print }) {
      const name = theWord(parse(args, {}).positionals, 'KEY');
      const field = settingFields.find(
        ({ key, aliases = [] }) => key === name || aliases.includes(name),
      );
      if (field === undefined) throw new ConfigError(`There is no setting ${name}.`);
      const { key, default: initial } = field;
      const stored: Record<string, unknown> = { ...(await storedSettings(ctx)) };
      const written = (value: unknown) => JSON.stringify(shownValue(field, value));
      if (JSON.stringify(stored[key]) === JSON.stringify(initial)) {
        print(`${key} has its default: ${written(initial)}.`);
        return;
      }
      await updateSettings(ctx, await withPartners(ctx, { [key]: initial }));
      const was = written(stored[key]);
      print(`${key} is ${written(initial)} again (was ${was}); a running server sees it in 60 s.`);
    },
  },
};
