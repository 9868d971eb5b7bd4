import { text } from 'node:stream/consumers';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, ConfigError } from '../config.ts';
import type { Ctx } from '../context.ts';

/** What a command has: the context of the system, its words and options, and where it writes. */
export interface Run {
  ctx: Ctx;
  /** Words and options after the command's two names. */
  args: readonly string[];
  print: (line: string) => void;
}

/** One command of the terminal. */
export interface Command {
  /** What follows the name: `NAME --email ADDRESS`. */
  usage: string;
  summary: string;
  run: (run: Run) => Promise<void>;
}

/** A command that opens the data itself: it must not be there yet. */
export interface BareCommand extends Omit<Command, 'run'> {
  run: (run: Omit<Run, 'ctx'> & { config: Config }) => Promise<void>;
}

/** Words and options of a command; anything else is one sentence. */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The one word that a command needs. */
export function theWord(positionals: readonly string[], name: string): string {
  const [word, ...more] = positionals;
  if (word === undefined) throw new ConfigError(`${name} is missing.`);
  if (more.length > 0) throw new ConfigError(`${more[0]} is one word too many.`);
  return word;
}

/** A password from stdin, so that no list of processes shows it. */
export async function passwordFromStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
