import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rotateKeyCommand } from '../../commands/rotate-key.ts';
import { encryptedColumns } from '../../db/encrypted-columns.ts';
import { addKeyToFile, openSecrets } from '../../secrets.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases, type TestApp, testOrigin } from '../../testing/test-app.ts';
import { renewSecrets } from './rotate-rules.ts';

/** Columns whose names speak of secrets and that hold none that the key encrypted. */
const plain = new Set([
  'appearance_images.secret',
  'group_imports.secret',
  'merge_requests.lock_token',
  'reassignment_files.secret',
  'uploads.secret',
]);

async function columnsOf({ deps: { db }, dialect }: TestApp): Promise<string[]> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ name: string }>`
          select t.name || '.' || c.name as name from pragma_table_list() t
          join pragma_table_info(t.name) c where t.type = 'table' order by 1`.execute(db)
      : await sql<{ name: string }>`
          select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

onBothDatabases('a rotation of the key', (app) => {
  const run = async () => {
    const said: string[] = [];
    await rotateKeyCommand.run({ ctx: app().ctx, args: [], print: (line) => said.push(line) });
    return said;
  };
  const stored = async () => {
    const found: string[] = [];
    for (const { table, column } of encryptedColumns) {
      const { rows } = await sql<{ value: string }>`
        select ${sql.ref(column)} as value from ${sql.table(table)}
        where ${sql.ref(column)} is not null`.execute(app().deps.db);
      found.push(...rows.flatMap(({ value }) => value.match(/\b[0-9a-f]{8}\.[\w+/=]{38,}/g) ?? []));
    }
    return found;
  };

  it('knows every column that is encrypted', async () => {
    const columns = await columnsOf(app());
    const known = encryptedColumns.map(({ table, column }) => `${table}.${column}`);
    expect(known.filter((name) => !columns.includes(name))).toEqual([]);
    const telling = /\.(encrypted_\w+|\w*secret\w*|\w*seal|password|\w*token|credentials)$/;
    const forgotten = columns.filter((name) => telling.test(name) && !known.includes(name));
    expect(forgotten.filter((name) => !plain.has(name))).toEqual([]);
  });

  it('leaves nothing under the former key, while servers go on, and goes on where it was cut off', async () => {
    const { path, call, token } = await ciProject(app(), 'ann');
    const root = await app().user('root', { admin: true });
    const made = await call(`POST ${path}/triggers`, { json: { description: 'x' } });
    const schedule = await call(`POST ${path}/pipeline_schedules`, {
      json: { description: 'n', ref: 'main', cron: '0 1 * * *' },
    });
    for (let key = 0; key < 5; key += 1) {
      await call(`POST ${path}/pipeline_schedules/${schedule.json.id}/variables`, {
        json: { key: `K${key}`, value: `the value ${key}` },
      });
    }
    await app().call('PUT /application/settings', {
      token: root.token,
      json: { akismet_api_key: 'a secret of akismet' },
    });
    const session = await app().call('POST /bff/session', {
      json: { username: 'root', password: root.password },
      headers: { Origin: testOrigin },
    });
    expect(session.status).toBe(201);
    const { dataDir, secrets } = app().deps;
    const file = join(dataDir, 'secret.key');
    const before = await stored();
    expect(before.length).toBeGreaterThan(6);
    expect(before.every((text) => secrets.isCurrent(text))).toBe(true);
    const first = secrets.keyId();
    const elsewhere = openSecrets(undefined, dataDir);
    expect(elsewhere.keyId()).toBe(first);

    const said = await run();
    expect(said).toEqual([
      `Encrypted by the key ${secrets.keyId()} now: ${before.length}.`,
      'The key before it stays in secret.key until the next rotation.',
    ]);
    expect(secrets.keyId()).not.toBe(first);
    const after = await stored();
    expect(after.map((text) => secrets.decrypt(text)).sort()).toEqual(
      before.map((text) => secrets.decrypt(text)).sort(),
    );
    expect(after.every((text) => text.startsWith(`${secrets.keyId()}.`))).toBe(true);
    // Another server on the same folder reads the file anew.
    expect(elsewhere.decrypt(after[0] ?? '')).toBe(secrets.decrypt(after[0] ?? ''));
    expect(elsewhere.encrypt('x')).toMatch(new RegExp(`^${secrets.keyId()}\\.`));
    const triggers = await app().call(`GET ${path}/triggers`, { token });
    expect(triggers.json[0].token).toBe(made.json.token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').split(',')).toHaveLength(2);

    // Cut off after one value: it is of a third key, the others of the second.
    addKeyToFile(dataDir);
    const { id } = await app()
      .deps.db.selectFrom('pipeline_triggers')
      .select('id')
      .executeTakeFirstOrThrow();
    await app()
      .deps.db.updateTable('pipeline_triggers')
      .set({ encrypted_token: secrets.encrypt(made.json.token) })
      .where('id', '=', id)
      .execute();
    await run();
    expect((await stored()).every((text) => secrets.isCurrent(text))).toBe(true);
    expect((await app().call(`GET ${path}/triggers`, { token })).json[0].token).toBe(
      made.json.token,
    );
    expect(readFileSync(file, 'utf8').split(',')).toHaveLength(2);
    expect(() => openSecrets(undefined, dataDir).decrypt(before[0] ?? '')).toThrow('not here');
    expect(await renewSecrets(app().ctx)).toEqual({ renewed: 0, unreadable: new Map() });
  });

  it('keeps all keys where a value is opened by none, and says of which column it is', async () => {
    const { db, dataDir } = app().deps;
    const foreign = openSecrets(Buffer.alloc(32, 9).toString('base64'), dataDir).encrypt('x');
    await db
      .updateTable('users')
      .set({ otp_secret: foreign })
      .where('username', '=', 'ann')
      .execute();
    const keys = readFileSync(join(dataDir, 'secret.key'), 'utf8').split(',').length;
    await expect(run()).rejects.toThrow('No key that is here opens 1 of users.otp_secret');
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').split(',')).toHaveLength(keys + 1);
    const { otp_secret: kept } = await db
      .selectFrom('users')
      .select('otp_secret')
      .where('username', '=', 'ann')
      .executeTakeFirstOrThrow();
    expect(kept).toBe(foreign);
  });
});
