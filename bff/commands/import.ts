import { stat } from 'node:fs/promises';
import * as z from 'zod';
import { importRecord } from '#contract/import-bundle.ts';
import { ConfigError } from '../config.ts';
import { type Ctx, transact, type User } from '../context.ts';
import { withBundle } from '../modules/imports/bundle.ts';
import { newSecret, pathOfImport } from '../modules/imports/file-rules.ts';
import { ImportProblem } from '../modules/imports/problem.ts';
import {
  auditImport,
  importBundle,
  type ImportCounts,
  refuseLarge,
} from '../modules/imports/rules.ts';
import { actAs } from '../modules/merge-requests/act-as.ts';
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

/** Unpacks a file and brings in what it holds. */
async function bringIn(
  ctx: Ctx,
  { path, namespace, by }: { path: string; namespace: Namespace; by: User },
): Promise<ImportCounts> {
  await refuseLarge(ctx, (await stat(path)).size);
  const into = `${pathOfImport(ctx, newSecret())}.part`;
  const counts = await withBundle(ctx, { path, into }, (bundle) =>
    importBundle(ctx, { bundle, namespace, by }),
  );
  await transact(actAs(ctx, by), (ctx) =>
    auditImport(ctx, namespace, { action: 'import.finish', after: counts }),
  );
  return counts;
}

/** `import`: brings people and their work from another server. */
export const importCommand: Command = {
  usage: 'FILE --group PATH [--user NAME] | --schema',
  summary: 'bring people and their work from another server (docs/import.md); may be run again',
  async run({ ctx, args, print }) {
    const { values, positionals } = parse(args, {
      group: { type: 'string' },
      user: { type: 'string' },
      schema: { type: 'boolean' },
    });
    if (values.schema === true) {
      print(JSON.stringify(z.toJSONSchema(importRecord, { io: 'input' }), undefined, 2));
      return;
    }
    const path = theWord(positionals, 'FILE');
    if (values.group === undefined) throw new ConfigError('--group is missing.');
    const namespace = await namespaceByPath(ctx, values.group);
    if (namespace === undefined) throw new ConfigError(`There is no group ${values.group}.`);
    const by = await whoBrings(ctx, namespace, values.user);
    try {
      const counts = await bringIn(ctx, { path, namespace, by });
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
