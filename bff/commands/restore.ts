import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemContext } from '../app.ts';
import { ConfigError } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { listTables } from '../db/whole.ts';
import { type Deps, openDeps } from '../deps.ts';
import { writeFileDurably } from '../files.ts';
import { ArchiveProblem } from '../modules/backups/archive.ts';
import type { Counts, Head } from '../modules/backups/contents.ts';
import { checkBackup, restoreFrom } from '../modules/backups/restore-rules.ts';
import { examine } from '../modules/system/doctor-rules.ts';
import { checkSurroundings, restoring } from '../start-up.ts';
import { type BareCommand, parse, theWord } from './arguments.ts';
import { contentsInWords } from './backup.ts';

/** What may lie in the data directory before: the key, put back by whoever restores. */
const mayBeThere = new Set(['secret.key']);

/** `restore`: a backup into an empty data directory and an empty database. */
export const restoreCommand: BareCommand = {
  usage: 'FILE',
  summary:
    'fill an empty data directory (secret.key may lie in it) and an empty database from a backup, and look at the result',
  async run({ config, args, print }) {
    const path = resolve(theWord(parse(args, {}).positionals, 'FILE'));
    if (!existsSync(path)) throw new ConfigError(`There is no file ${path}.`);
    refuseFull(resolve(config.dataDir));
    const { head, counts } = await readable(path, () => checkBackup(path));
    const wanted = migrationsOf(path, head);
    const deps = openDeps(config);
    try {
      await checkSurroundings(deps);
      if ((await listTables(deps)).length > 0) {
        throw new ConfigError('The database is not empty: a restore fills an empty one.');
      }
      const marker = join(deps.dataDir, restoring);
      await writeFileDurably(marker, Buffer.from(`${path}\n`));
      await migrate(deps.db, deps.dialect, wanted);
      const ctx = systemContext(deps, 'restore');
      const found = await readable(path, () => restoreFrom(ctx, path));
      refuseDifferent(counts, found);
      await migrate(deps.db, deps.dialect);
      await rm(marker);
      print(`Restored the backup of ${head.made_at}: ${contentsInWords(found)}.`);
      await tell(deps, { head, print });
    } finally {
      await deps.close();
    }
  },
};

async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    throw new ConfigError(`${path} cannot be restored: ${error.message}.`);
  }
}

function refuseFull(dataDir: string): void {
  const there = existsSync(dataDir) ? readdirSync(dataDir) : [];
  const [first] = there.filter((name) => !mayBeThere.has(name));
  if (first === undefined) return;
  throw new ConfigError(
    `The data directory ${dataDir} is not empty (${first}): a restore fills an empty one.`,
  );
}

/** The migrations that the backup has had: its rows fit no other tables. */
function migrationsOf(path: string, head: Head) {
  const had = new Set(head.migrations);
  const wanted = migrations.filter(({ name }) => had.delete(name));
  const [unknown] = had;
  if (unknown === undefined) return wanted;
  throw new ConfigError(
    `${path} cannot be restored: it was made by version ${head.version}, whose ${unknown} this version does not know.`,
  );
}

function refuseDifferent(counts: Counts, found: Counts): void {
  const differing = Object.keys(counts.rows).filter(
    (name) => counts.rows[name] !== found.rows[name],
  );
  if (counts.files !== found.files) differing.push('files');
  if (counts.repositories !== found.repositories) differing.push('repositories');
  if (differing.length > 0) {
    throw new ConfigError(`What was restored is not what was kept: ${differing.join(', ')}.`);
  }
}

async function tell(
  deps: Deps,
  { head, print }: { head: Head; print: (line: string) => void },
): Promise<void> {
  if (!deps.secrets.knows(`${head.key_id}.`)) {
    print(
      `The key ${head.key_id} of its secrets is not here: put it back, or sessions end and stored credentials cannot be read.`,
    );
  }
  for await (const { what, problems } of examine(systemContext(deps, 'restore'))) {
    for (const problem of problems) print(`${what}: ${problem}`);
    if (problems.length === 0) print(`${what}: ok`);
  }
}
