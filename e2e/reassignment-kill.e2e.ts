import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from '@playwright/test';
import { applySheet, fillStrangers, sheetOf, sheetRun, uploadSheet } from './bench/strangers.ts';
import { ask } from './bench/server.ts';
import { prepareInstance } from './proof/instance.ts';

const rows = 6_000;
const lease = 6 * 60_000;

test('a server that is killed in the middle of a CSV goes on with it, and everybody is asked once', async () => {
  test.setTimeout(480_000);
  const instance = await prepareInstance();
  const server = { url: instance.url, token: instance.rootToken };
  try {
    await instance.start();
    const group = await ask<{ id: number }>(server, 'POST /groups', { name: 'crew', path: 'crew' });
    await instance.kill();
    fillStrangers(instance.dataDir, group.id, rows);
    await instance.start();
    const sheet = sheetOf(group.id, rows);
    const dry = await uploadSheet(server, group.id, { sheet, isDry: true });
    const statusOf = async (id: number) => (await sheetRun(server, group.id, id)).status;
    await expect.poll(() => statusOf(dry.id), { timeout: 120_000 }).toBe('finished');
    const begun = await applySheet(server, group.id, dry.id);
    const doneNow = async () => (await sheetRun(server, group.id, begun.id)).done;
    await expect.poll(doneNow, { timeout: 120_000, intervals: [5] }).toBeGreaterThan(0);
    await instance.kill();
    await instance.start();
    const cut = await sheetRun(server, group.id, begun.id);
    expect(cut.status).toBe('running');
    // Nobody else holds the job once its lease is over.
    await instance.pass(lease);
    await expect.poll(() => statusOf(begun.id), { timeout: 120_000 }).toBe('finished');
    const ended = await sheetRun(server, group.id, begun.id);
    expect(ended).toMatchObject({ total: rows, done: rows, matched: rows, failed: 0 });
    await instance.kill();

    const db = new Sqlite(join(instance.dataDir, 'quarterdeck.sqlite'), { readonly: true });
    const one = (sql: string) => (db.prepare(sql).get() as { count: number }).count;
    try {
      const asked =
        "select count(*) as count from import_source_users where status = 'awaiting_approval'";
      expect(one(asked)).toBe(rows);
      const wrong = `select count(*) as count from import_source_users s
        join users u on u.id = s.reassign_to_user_id
        where u.username <> 'crew-${group.id}-' || s.source_user_identifier`;
      expect(one(wrong)).toBe(0);
      const mails = `select count(*) as count from mails where "to" like 'crew-%@example.test'`;
      expect(one(mails)).toBe(rows);
      expect(one(mails.replace('count(*)', 'count(distinct "to")'))).toBe(rows);
    } finally {
      db.close();
    }
  } catch (error) {
    throw new Error(`The server printed:\n${instance.printed()}`, { cause: error });
  } finally {
    await instance.remove();
  }
});
