import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { preparedOnce } from './sqlite-statements.ts';

it('a statement gives its rows names, also after another process has added a column', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-statements-'));
  const [here, there] = [1, 2].map(() => new Sqlite(join(folder, 'a.sqlite')));
  if (here === undefined || there === undefined) throw new Error('not opened');
  try {
    const prepare = preparedOnce(here);
    prepare('create table ships (id integer, name text)').run([]);
    prepare('insert into ships values (?, ?), (?, ?)').run([1, 'Ada', 2, 'Bo']);
    const all = () => prepare('select * from ships order by id').all([]);
    expect(all()).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bo' },
    ]);
    there.exec("alter table ships add column flag text default 'red'");
    expect(all()).toEqual([
      { id: 1, name: 'Ada', flag: 'red' },
      { id: 2, name: 'Bo', flag: 'red' },
    ]);
    const rows = prepare('select id from ships order by id').iterate([]);
    expect(rows.next().value).toEqual({ id: 1 });
    // The same text again while the first is still being read.
    expect(prepare('select id from ships order by id').all([])).toHaveLength(2);
    expect([...rows]).toEqual([{ id: 2 }]);
  } finally {
    here.close();
    there.close();
    rmSync(folder, { recursive: true });
  }
});
