import { ConfigError } from '../config.ts';
import type { Ctx, User } from '../context.ts';
import { ImportProblem } from '../modules/imports/lines.ts';
import { importBundle } from '../modules/imports/rules.ts';
import { ownersOf } from '../modules/members/owner-rules.ts';
import { type Namespace, namespaceByPath } from '../modules/namespaces/rules.ts';
import { getUser } from '../modules/users/rules.ts';
import { type Command, parse, theWord } from './arguments.ts';
import { userOf } from './user.ts';

/** Who brings it: whoever is named, or an Owner of the place. */
async function whoBrings(ctx: Ctx, namespace: Namespace, name: string | undefined): Promise<User> {
  if (name !== undefined) return userOf(ctx, name);
  if (namespace.owner_id !== null) return getUser(ctx, namespace.owner_id);
  const [owner] = await ownersOf(ctx, namespace.id);
  if (owner === undefined) {
    throw new ConfigError(`${namespace.full_path} has no Owner: name somebody by --user.`);
  }
  return owner;
}

/** `import`: brings people and their work from another server. */
export const importCommand: Command = {
  usage: 'FILE --group PATH [--user NAME]',
  summary: 'bring people and their work from another server (docs/import.md); may be run again',
  async run({ ctx, args, print }) {
    const { values, positionals } = parse(args, {
      group: { type: 'string' },
      user: { type: 'string' },
    });
    const path = theWord(positionals, 'FILE');
    if (values.group === undefined) throw new ConfigError('--group is missing.');
    const namespace = await namespaceByPath(ctx, values.group);
    if (namespace === undefined) throw new ConfigError(`There is no group ${values.group}.`);
    const by = await whoBrings(ctx, namespace, values.user);
    try {
      const counts = await importBundle(ctx, { path, namespace, by });
      const told = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
      print(told.length === 0 ? 'Nothing is new.' : `New: ${told.join(', ')}.`);
    } catch (error) {
      if (error instanceof ImportProblem) throw new ConfigError(error.message);
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        throw new ConfigError(`There is no file ${path}.`);
      }
      throw error;
    }
  },
};
