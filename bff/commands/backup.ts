import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../config.ts';
import { writeFileDurably } from '../files.ts';
import { packed } from '../modules/backups/archive.ts';
import { backupOf } from '../modules/backups/backup-rules.ts';
import type { Counts } from '../modules/backups/contents.ts';
import { checkBackup } from '../modules/backups/restore-rules.ts';
import { type Command, parse, theWord } from './arguments.ts';

/** What a backup holds, in a sentence. */
export function contentsInWords({ rows, files, repositories }: Counts): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const tables = Object.keys(rows).length;
  return `${all} rows of ${tables} tables, ${files} files and ${repositories} repositories`;
}

/** `backup`: everything but the key, at one moment, while the server runs. */
export const backupCommand: Command = {
  usage: 'FILE',
  summary:
    'write database, files and repositories of one moment to a new file and read it back; the key is not in it',
  async run({ ctx, args, print }) {
    const path = resolve(theWord(parse(args, {}).positionals, 'FILE'));
    if (existsSync(path)) throw new ConfigError(`${path} is there already.`);
    await writeFileDurably(path, packed(backupOf(ctx)));
    const { counts } = await checkBackup(path);
    const { size } = await stat(path);
    print(`Wrote ${path}: ${contentsInWords(counts)}, ${size} bytes; read back whole.`);
    print('The key of the stored secrets is not in it: keep secret.key or QD_SECRET_KEY apart.');
  },
};
