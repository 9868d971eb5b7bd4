import { systemContext } from '../app.ts';
import { type Config, ConfigError, describeVariables } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDeps } from '../deps.ts';
import { checkSurroundings } from '../start-up.ts';
import type { BareCommand, Command } from './arguments.ts';
import { backupCommand } from './backup.ts';
import { doctorCommand } from './doctor.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { restoreCommand } from './restore.ts';
import { rotateKeyCommand } from './rotate-key.ts';
import { settingsCommands } from './settings.ts';
import { tokenCommands } from './token.ts';
import { userCommands } from './user.ts';

const groups: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  user: userCommands,
  token: tokenCommands,
  settings: settingsCommands,
};

const single: Readonly<Record<string, Command>> = {
  doctor: doctorCommand,
  import: importCommand,
  backup: backupCommand,
  'rotate-key': rotateKeyCommand,
  migrate: migrateCommand,
};

const bare: Readonly<Record<string, BareCommand>> = { restore: restoreCommand };

/** The text of `--help`: commands and variables. */
export function usage(): string {
  const lines = Object.entries(groups).flatMap(([group, commands]) =>
    Object.entries(commands).flatMap(([name, { usage: words, summary }]) => [
      `  ${group} ${name} ${words}`,
      `      ${summary}`,
    ]),
  );
  const singles = Object.entries({ ...single, ...bare }).flatMap(
    ([name, { usage: words, summary }]) => [`  ${name} ${words}`.trimEnd(), `      ${summary}`],
  );
  return `Usage: npm start [-- COMMAND]

Commands:
  serve
      serve the console, the API and git (the default)
  demo [--seed NUMBER] [--json] [--small]
      serve a throw-away instance that is full of work; --json prints one line when it is ready
${[...lines, ...singles].join('\n')}

Commands work on the data of QD_DATA_DIR or DATABASE_URL, also while the server runs.

Variables:
${describeVariables()}
`;
}

/** The command that these words name, with the words and options that follow the name. */
function commandOf([group = '', ...rest]: readonly string[]) {
  const alone = Object.hasOwn(single, group) ? single[group] : undefined;
  if (alone !== undefined) return { command: alone, args: rest };
  const commands = Object.hasOwn(groups, group) ? groups[group] : undefined;
  if (commands === undefined) throw new ConfigError(`There is no command ${group}; see --help.`);
  const [name = '', ...args] = rest;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new ConfigError(`${group} wants one of ${Object.keys(commands).join(', ')}; see --help.`);
  }
  return { command, args };
}

/** Runs one command on the data and releases it. */
export async function runCommand(
  words: readonly string[],
  readConfig: () => Config,
  print: (line: string) => void,
): Promise<void> {
  const [name = '', ...rest] = words;
  const alone = Object.hasOwn(bare, name) ? bare[name] : undefined;
  if (alone !== undefined) return alone.run({ config: readConfig(), args: rest, print });
  const { command, args } = commandOf(words);
  const deps = openDeps(readConfig());
  try {
    await checkSurroundings(deps);
    await migrate(deps.db, deps.dialect);
    const ctx = systemContext(deps, 'command line');
    await command.run({ ctx, args, print });
  } finally {
    await deps.close();
  }
}
