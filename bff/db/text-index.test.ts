import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { createTestApp, onBothDatabases, type TestApp } from '../testing/test-app.ts';
import { freshDatabase, hasPostgres } from '../testing/postgres.ts';
import { type Workshop, workshop } from '../testing/workshop.ts';
import { migrate } from './migrate.ts';
import { addIndex } from './migrations/0043-text-index.ts';
import { openDatabase } from './open.ts';

/** What a list of merge requests or issues finds, by title. */
async function found(app: TestApp, shop: Workshop, query: string): Promise<[string[], string[]]> {
  const titles = async (list: string) => {
    const path = `${shop.path}/${list}?order_by=title&sort=asc&${query}`;
    const answer = await app.call(`GET ${path}`, { token: shop.owner.token });
    return answer.json.map((row: { title: string }) => row.title);
  };
  return [await titles('merge_requests'), await titles('issues')];
}

/** Indexes of SQLite that hold something else than their table; PostgreSQL keeps its own in step. */
async function brokenIndexes({ deps, dialect }: TestApp): Promise<string[]> {
  const broken: string[] = [];
  for (const index of dialect === 'sqlite' ? ['merge_requests_text', 'issues_text'] : []) {
    const name = sql.table(index);
    const check = sql`insert into ${name} (${sql.ref(index)}, rank) values ('integrity-check', 1)`;
    await check.execute(deps.db).catch(() => broken.push(index));
  }
  return broken;
}

onBothDatabases('the text index', (app) => {
  it('finds any part of a text, whatever signs it holds, and keeps in step with every change', async () => {
    await updateSettings(app().ctx, { search_rate_limit: 0 });
    const shop = await workshop(app());
    const rows = [
      ['100% of the "hold"', 'a_b \\ it’s'],
      ["O'Brien (caulk) AND tar*", 'Ärger über Öl'],
      ['snow ☃☃☃ 雪だるま', 'x-y: the end'],
      ['Draft: 100 of them', null],
    ] as const;
    for (const [title, description] of rows) {
      await shop.open({ title, description });
      const json = { title, description };
      await app().call(`POST ${shop.path}/issues`, { token: shop.owner.token, json });
    }
    const at = (indexes: readonly number[]) => {
      const titles = indexes.map((index) => rows[index]?.[0] ?? '').sort();
      return [titles, titles];
    };
    const cases: [string, number[]][] = [
      ['100', [0, 3]],
      ['100%', [0]],
      ['00% ', [0]],
      ['"hold"', [0]],
      ['"', []],
      ['%', []],
      ['a_b', [0]],
      ['axb', []],
      ['\\', [0]],
      ["o'brien", [1]],
      ['CAULK) and', [1]],
      ['tar*', [1]],
      ['(caulk', [1]],
      ['title_lower:snow', []],
      ['-tar', []],
      ['ärger ÖL', [1]],
      ['rge ber', [1]],
      ['☃☃☃', [2]],
      ['雪だる', [2]],
      ['snow', [2]],
      ['no ow', []],
      ['of', [0, 3]],
      ['the', [0, 2, 3]],
      ['the of', [0, 3]],
    ];
    for (const [search, indexes] of cases) {
      const asked = `search=${encodeURIComponent(search)}`;
      expect([search, await found(app(), shop, asked)]).toEqual([search, at(indexes)]);
    }
    expect(await found(app(), shop, 'search=the&in=description')).toEqual(at([2]));

    await shop.call('PUT 1', { json: { title: 'renamed', description: 'Walrus' } });
    expect((await found(app(), shop, 'search=100%25'))[0]).toEqual([]);
    expect((await found(app(), shop, 'search=walrus'))[0]).toEqual(['renamed']);
    const { db } = app().deps;
    await db.deleteFrom('merge_requests').where('title', '=', 'renamed').execute();
    expect((await found(app(), shop, 'search=walrus'))[0]).toEqual([]);
    expect(await brokenIndexes(app())).toEqual([]);
  });

  it('goes with a project', async () => {
    const shop = await workshop(app());
    await shop.open({ title: 'a walrus again' });
    await app().drain();
    const { db } = app().deps;
    await db.deleteFrom('projects').where('id', '=', shop.project.id).execute();
    expect(await brokenIndexes(app())).toEqual([]);
  });
});

describe.runIf(hasPostgres())('on PostgreSQL', () => {
  /** An empty database and an ordinary user, who owns it or may just make tables in it. */
  async function ordinary(owns: boolean) {
    const database = await freshDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const role = `${name}_user`;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`create role "${role}" login`);
    await client.query(
      owns
        ? `alter database "${name}" owner to "${role}"`
        : `grant all on schema public to "${role}"`,
    );
    await client.end();
    const url = new URL(database.url);
    url.username = role;
    // A role belongs to the whole server: it goes before the database, with what is its own here.
    const drop = async () => {
      const last = new pg.Client({ connectionString: database.url });
      await last.connect();
      await last.query(`reassign owned by "${role}" to current_user`);
      await last.query(`drop owned by "${role}"`);
      await last.query(`drop role "${role}"`);
      await last.end();
      await database.drop();
    };
    return { url: url.href, drop };
  }

  it('an ordinary user who owns the database gets the index, and without it all is found too', async () => {
    for (const owns of [true, false]) {
      const database = await ordinary(owns);
      const { db, close } = openDatabase({ url: database.url });
      await migrate(db, 'postgres');
      const { rows } = await sql`select 1 from pg_indexes
        where indexname = 'merge_requests_text_idx'`.execute(db);
      await close();
      expect(rows).toHaveLength(owns ? 1 : 0);
      const app = await createTestApp('postgres', { DATABASE_URL: database.url });
      try {
        const shop = await workshop(app);
        await shop.open({ title: 'The walrus & 100%' });
        expect((await found(app, shop, 'search=ALRUS%20100%25'))[0]).toHaveLength(1);
      } finally {
        await app.close();
        await database.drop();
      }
    }
  });
});

it('what a table held before is indexed in parts, between which others have their turn', async () => {
  const { db, close } = openDatabase({ file: ':memory:' });
  try {
    await sql`create table ships (id integer primary key, title_lower text, description_lower text)`.execute(
      db,
    );
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 999)
      insert into ships select 3 * i, 'ship ' || i, case when i % 2 = 0 then 'leaky' end from n`.execute(
      db,
    );
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    // Any schema will do: it is asked for the three columns alone.
    await addIndex(db as Kysely<unknown>, 'ships').finally(() => clearInterval(others));
    expect(turns).toBeGreaterThan(1);
    const matches = async (text: string) => {
      const { rows } =
        await sql`select rowid from ships_text where ships_text match ${text}`.execute(db);
      return rows.length;
    };
    expect([await matches('ship'), await matches('leaky'), await matches('999')]).toEqual([
      999, 499, 1,
    ]);
    await sql`insert into ships_text (ships_text, rank) values ('integrity-check', 1)`.execute(db);
  } finally {
    await close();
  }
});
