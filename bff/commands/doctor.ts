import { ConfigError } from '../config.ts';
import { examine } from '../modules/system/doctor-rules.ts';
import { type Command, parse } from './arguments.ts';

/** `doctor`: is everything there and does it fit together? */
export const doctorCommand: Command = {
  usage: '',
  summary:
    'look at database, git, disk, secrets, the audit chain and repositories; changes nothing',
  async run({ ctx, args, print }) {
    const [word] = parse(args, {}).positionals;
    if (word !== undefined) throw new ConfigError(`${word} is one word too many.`);
    let wrong = 0;
    for await (const { what, problems, note } of examine(ctx)) {
      const told = note === undefined ? '' : ` (${note})`;
      if (problems.length === 0) print(`${what}: ok${told}`);
      for (const problem of problems) print(`${what}: ${problem}${told}`);
      wrong += problems.length;
    }
    if (wrong > 0) throw new ConfigError(`Found wrong: ${wrong}.`);
  },
};
