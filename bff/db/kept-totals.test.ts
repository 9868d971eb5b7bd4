import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { totalOnce } from './kept-totals.ts';
import { type Db, openDatabase } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-totals-'));
const [here, there] = [1, 2].map(() => openDatabase({ file: join(folder, 'a.sqlite') }));

afterAll(async () => {
  await here?.close();
  await there?.close();
  rmSync(folder, { recursive: true });
});

it('rows are counted once until something is written, by whomever', async () => {
  if (here === undefined || there === undefined) throw new Error('not opened');
  const [db, other] = [here.db, there.db];
  await sql`create table users (id integer primary key)`.execute(db);
  let counts = 0;
  const total = (from: Db) =>
    totalOnce(from, from.selectFrom('users').select('id'), async () => {
      counts += 1;
      const rows = await from.selectFrom('users').select('id').execute();
      return rows.length;
    });
  const add = (to: Db) => sql`insert into users default values`.execute(to);
  expect([await total(db), await total(db), counts]).toEqual([0, 0, 1]);
  await add(db);
  expect([await total(db), await total(db), counts]).toEqual([1, 1, 2]);
  await add(other);
  expect([await total(db), await total(db), counts]).toEqual([2, 2, 3]);
  // What is not committed is seen inside alone.
  const undone = db.transaction().execute(async (trx) => {
    await add(trx);
    expect([await total(trx), await total(trx), counts]).toEqual([3, 3, 5]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect([await total(db), await total(db), counts]).toEqual([2, 2, 6]);
});
