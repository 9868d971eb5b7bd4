import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvHeader, csvLine, importedGroup } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const sheet = (...lines: string[]) => `${[csvHeader, ...lines].join('\n')}\n`;

onBothDatabases('the run of a reassignment file', (app) => {
  const stored = async () => {
    const files = await readdir(join(app().deps.dataDir, 'reassignments'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return files.filter((file) => file.isFile()).length;
  };

  it('a long file is worked through in batches, by a thread, and goes on after it was cut off', async () => {
    const group = await importedGroup(app(), 'ella');
    const first = await group.person('0');
    const { id: _, ...rest } = first;
    const count = 1700;
    const template = await app().user('template');
    const { id: _id, ...user } = template.user;
    for (let at = 0; at < count; at += 100) {
      const numbers = Array.from({ length: 100 }, (_unused, i) => at + i);
      await app()
        .deps.db.insertInto('import_source_users')
        .values(numbers.map((n) => ({ ...rest, source_user_identifier: `m${n}` })))
        .execute();
      await app()
        .deps.db.insertInto('users')
        .values(
          numbers.map((n) => ({
            ...user,
            username: `many${n}`,
            username_lower: `many${n}`,
            email: `many${n}@example.test`,
            email_lower: `many${n}@example.test`,
          })),
        )
        .execute();
    }
    const lines = Array.from({ length: count }, (_unused, n) => csvLine(`m${n}`, `many${n}`));
    const made = await app().call(`POST /bff/groups/${group.groupId}/reassignment_files`, {
      token: group.token,
      body: (() => {
        const form = new FormData();
        form.set('file', new Blob([sheet(...lines)]), 'many.csv');
        return form;
      })(),
    });
    expect(made.json).toMatchObject({ status: 'queued', total: count, done: 0 });
    // As a process leaves it that is killed after the first batch.
    const { processFile } = await import('./process-rules.ts');
    const control = new AbortController();
    const cut = processFile({ ...app().ctx, signal: control.signal }, made.json.id, {
      isLast: false,
    });
    const one = `GET /bff/groups/${group.groupId}/reassignment_files/${made.json.id}`;
    const doneOf = async () => (await group.as()(one)).json.done as number;
    await expect.poll(doneOf, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
    control.abort(new Error('killed'));
    await cut.catch(() => undefined);
    const before = await doneOf();
    expect(before).toBeGreaterThan(0);
    await app().drain();
    const after = (await group.as()(one)).json;
    expect(after).toMatchObject({ status: 'finished', done: count, matched: count, failed: 0 });
    const asked = await app()
      .deps.db.selectFrom('mails')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('to', 'like', 'many%@example.test')
      .executeTakeFirstOrThrow();
    expect(Number(asked.count)).toBe(count);
  }, 120_000);

  it('a background job never stays without an end: one that cannot go on says so, and tells its uploader', async () => {
    const group = await importedGroup(app(), 'finn');
    await group.person('1');
    await app().user('fay');
    const files = await stored();
    const made = await group.upload(sheet(csvLine('1', 'fay')));
    expect(made.status).toBe(201);
    const other = await app().user('other-owner');
    await group.call(`POST ${group.group}/members`, { user_id: other.id, access_level: 50 });
    await group.as(other.token)(`DELETE ${group.group}/members/${group.id}`);
    await app().drain();
    const { json } = await group.as(other.token)(`GET /bff${group.path}/reassignment_files`);
    expect(json).toMatchObject([
      {
        status: 'failed',
        done: 0,
        error: 'Whoever has uploaded the file is no Owner of the group any more.',
      },
    ]);
    const [mail] = await group.mails('finn@example.test');
    expect(mail?.subject).toContain('has broken off');
    expect(
      (await group.as(other.token)(`GET /bff${group.path}/reassignments`)).json[0].status,
    ).toBe('pending_reassignment');
    expect(await stored()).toBe(files);
  });

  it('a run is stopped before it has done anything, and a file of another group is not there', async () => {
    const group = await importedGroup(app(), 'gil');
    const other = await importedGroup(app(), 'hal');
    await group.person('1');
    await app().user('gus');
    await group.upload(sheet(csvLine('1', 'gus')));
    const [file] = (await group.as()(`GET /bff${group.path}/reassignment_files`)).json;
    const stopped = await group.as()(`POST /bff${group.path}/reassignment_files/${file.id}/stop`);
    expect(stopped.json.status).toBe('stopped');
    await app().drain();
    expect((await group.people()).get('1')?.status).toBe('pending_reassignment');
    expect(
      (await group.as()(`POST /bff${group.path}/reassignment_files/${file.id}/stop`)).status,
    ).toBe(422);
    for (const tail of ['', '/rows', '/errors.csv']) {
      const path = `/bff${other.path}/reassignment_files/${file.id}${tail}`;
      expect((await other.as()(`GET ${path}`)).status).toBe(404);
    }
  });
});
