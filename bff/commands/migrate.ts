import { resolve } from 'node:path';
import { ConfigError } from '../config.ts';
import type { Ctx } from '../context.ts';
import { migrate } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import {
  countRows,
  lastId,
  listTables,
  openFilling,
  openSnapshot,
  readRows,
  type Table,
} from '../db/whole.ts';
import { type Command, parse } from './arguments.ts';

/** `migrate`: all rows into another database. */
export const migrateCommand: Command = {
  usage: '--to URL',
  summary:
    'copy all rows into an empty database, postgres://… or sqlite:FILE; stop the servers before',
  async run({ ctx, args, print }) {
    const { values, positionals } = parse(args, { to: { type: 'string' } });
    const [word] = positionals;
    if (word !== undefined) throw new ConfigError(`${word} is one word too many.`);
    if (values.to === undefined) throw new ConfigError('--to is missing.');
    const target = openTarget(values.to);
    try {
      const tables = await prepared(target);
      const copied = await copyAll(ctx, target, tables);
      print(`Copied ${copied} rows of ${tables.length} tables; every table has as many as before.`);
      print(
        target.dialect === 'postgres'
          ? 'Start the servers with DATABASE_URL set to it; the data directory stays.'
          : 'Start the server without DATABASE_URL, the file as quarterdeck.sqlite in the data directory.',
      );
    } finally {
      await target.close();
    }
  },
};

function openTarget(url: string): Database {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (file !== undefined) return openDatabase({ file: resolve(file) });
  if (/^postgres(?:ql)?:\/\//.test(url)) return openDatabase({ url });
  throw new ConfigError('--to must be a postgres:// URL or sqlite:FILE.');
}

async function prepared(target: Database): Promise<Table[]> {
  let there: Table[];
  try {
    there = await listTables(target);
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    throw new ConfigError(`The database of --to is out of reach: ${reason}.`);
  }
  if (there.length > 0) throw new ConfigError('The database of --to is not empty.');
  await migrate(target.db, target.dialect);
  return listTables(target);
}

/** Everything in one transaction: a copy that breaks off leaves tables without rows. */
async function copyAll(ctx: Ctx, target: Database, tables: readonly Table[]): Promise<number> {
  const filling = await openFilling(target);
  const snapshot = await openSnapshot(ctx).catch(async (error: unknown) => {
    await filling.undo().catch(() => undefined);
    throw error;
  });
  try {
    let all = 0;
    for (const table of tables) {
      for await (const rows of readRows(snapshot, table)) await filling.insert(table, rows);
      if (table.hasIds) await filling.setLastId(table, await lastId(snapshot, table));
      const [wanted, found] = [await countRows(snapshot, table), await filling.count(table)];
      if (wanted !== found) {
        throw new ConfigError(`${table.name} has ${found} rows there and ${wanted} here.`);
      }
      all += found;
    }
    await filling.commit();
    return all;
  } catch (error) {
    await filling.undo().catch(() => undefined);
    throw error;
  } finally {
    await snapshot.end();
  }
}
