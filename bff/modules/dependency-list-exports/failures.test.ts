import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimJob, leaseMilliseconds } from '../../jobs/claim.ts';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { sweepExports } from './files.ts';
import { generateExport } from './generate-rules.ts';

const day = 86_400_000;

const lock = JSON.stringify({
  name: 'quay',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { '@tide/gauge': '^2', left: '1' } },
    'node_modules/@tide/gauge': {
      version: '2.0.1',
      license: 'MIT',
      dependencies: { left: '1', '=cmd': '1' },
    },
    'node_modules/left': { version: '1.3.0', license: '(ISC OR Apache-2.0)' },
    'node_modules/=cmd': { version: '1.0.0', license: 'Harbour, "Licence"\nof 1987' },
  },
});

onBothDatabases('dependency list exports that do not go well', (app) => {
  const project = async (name: string, more: Record<string, string> = {}) => {
    const made = await ciProject(app(), name, { 'web/package-lock.json': lock, ...more });
    const create = (json: object, token?: string) =>
      made.call(`POST ${made.path}/dependency_list_exports`, { json, ...(token && { token }) });
    const show = (id: number, token = made.token) =>
      app().call(`GET /dependency_list_exports/${id}`, { token });
    const download = (id: number, token = made.token) =>
      app().call(`GET /dependency_list_exports/${id}/download`, { token });
    return { ...made, create, show, download };
  };

  it('gl#563882: after a kill in the middle an export ends finished or failed, never in a hang, and what failed is begun again', async () => {
    const { create, show, download, call, path } = await project('dov');
    const row = (id: number) =>
      app()
        .deps.db.selectFrom('dependency_list_exports')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    await app().drain();
    const { id } = (await create({ export_type: 'csv' })).json;
    // The process that had begun it is gone: its lease runs out.
    const killed = await claimJob(app().deps, 'dead');
    expect(killed?.kind).toBe('export_dependencies');
    await app()
      .deps.db.updateTable('dependency_list_exports')
      .set({ attempts: 1, components_done: 2 })
      .where('id', '=', id)
      .execute();
    expect((await show(id)).status).toBe(202);
    app().clock.set(app().clock.now() + leaseMilliseconds + 1);
    await app().drain();
    expect([(await show(id)).json.status, (await row(id)).components_done]).toEqual([
      'finished',
      3,
    ]);

    const stuck = (await create({ export_type: 'csv', send_email: true })).json.id;
    await app()
      .deps.db.updateTable('dependency_list_exports')
      .set({ attempts: 5 })
      .where('id', '=', stuck)
      .execute();
    await app().drain();
    const failed = await show(stuck);
    expect([failed.status, failed.json.status, failed.json.has_finished]).toEqual([
      200,
      'failed',
      false,
    ]);
    expect((await download(stuck)).json).toEqual({ message: '404 DependencyListExport Not Found' });
    const mails = app().deps.db.selectFrom('mails').select('to').where('to', 'like', 'dov%');
    expect(await mails.execute()).toEqual([]);
    const list = await call(`GET /bff${path}/dependency_list_exports`);
    expect(list.json[0].failure_reason).toBe('It was begun 5 times and never came to an end');
    const again = await call(`POST /bff/dependency_list_exports/${stuck}/retry`);
    expect([again.status, again.json.status]).toEqual([200, 'running']);
    await app().drain();
    expect((await show(stuck)).json.status).toBe('finished');
    expect((await call(`POST /bff/dependency_list_exports/${stuck}/retry`)).status).toBe(409);

    // Its job was lost altogether.
    const lost = (await create({ export_type: 'csv' })).json.id;
    await app().deps.db.deleteFrom('jobs').where('kind', '=', 'export_dependencies').execute();
    app().clock.set(app().clock.now() + 120_000);
    await enqueue(app().ctx, 'tend_exports', {});
    await app().drain();
    expect([(await show(lost)).json.status, (await row(lost)).failure_reason]).toEqual([
      'failed',
      'The server gave it up',
    ]);
  });

  it('gl#525345: one that has not ended after 24 hours has failed, and whoever still works at it stops', async () => {
    const { create, show, call, path } = await project('fay');
    await app().drain();
    const { id } = (await create({ export_type: 'csv', send_email: true })).json;
    const began = app().clock.now();
    // Somebody holds the job and renews its lease for ever.
    const held = await claimJob(app().deps, 'sleepless');
    expect(held?.kind).toBe('export_dependencies');
    const lease = (instant: number) =>
      app()
        .deps.db.updateTable('jobs')
        .set({ lease_until: new Date(instant + leaseMilliseconds).toISOString() })
        .where('id', '=', held?.id ?? 0)
        .execute();
    const tend = async (instant: number) => {
      await lease(instant);
      app().clock.set(instant);
      await enqueue(app().ctx, 'tend_exports', {});
      await app().drain();
      return show(id);
    };
    const almost = await tend(began + day - 60_000);
    expect([almost.status, almost.json.status]).toEqual([202, 'running']);
    const over = await tend(began + day + 60_000);
    expect([over.status, over.json.status, over.json.has_finished]).toEqual([200, 'failed', false]);
    const list = await call(`GET /bff${path}/dependency_list_exports`);
    expect(list.json[0].failure_reason).toBe('It did not end within 24 hours');
    await generateExport(app().ctx, id, { isLast: false });
    expect((await show(id)).json.status).toBe('failed');

    // The end comes while the file is written: nothing of it stays.
    const late = (await create({ export_type: 'csv', send_email: true })).json.id;
    const executor = app().deps.db.getExecutor();
    const run = executor.executeQuery.bind(executor);
    let writes = 0;
    executor.executeQuery = async (query) => {
      const isWrite = query.sql.startsWith('update "dependency_list_exports"');
      if (isWrite) writes += 1;
      // The first one counts the attempt, the second one tells how much is written.
      if (isWrite && writes === 2) {
        const failed = { status: 'failed', failure_reason: 'Late' } as const;
        const change = app().deps.db.updateTable('dependency_list_exports').set(failed);
        await run(change.where('id', '=', late).compile());
      }
      return run(query);
    };
    await generateExport(app().ctx, late, { isLast: false });
    executor.executeQuery = run;
    expect(writes).toBeGreaterThan(1);
    expect((await show(late)).json.status).toBe('failed');
    const folder = join(app().deps.dataDir, 'exports');
    const known = await app()
      .deps.db.selectFrom('dependency_list_exports')
      .select('file_key')
      .where('file_key', 'is not', null)
      .execute();
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.includes('/'));
    expect(new Set(files.map((name) => name.split('/').at(-1)))).toEqual(
      new Set(known.map((row) => row.file_key)),
    );
    const mails = app().deps.db.selectFrom('mails').select('to').where('to', 'like', 'fay%');
    expect(await mails.execute()).toEqual([]);
  });

  it('leave no file behind that a server had begun when it was killed', async () => {
    const { create, download } = await project('gil');
    const { id } = (await create({ export_type: 'csv' })).json;
    await app().drain();
    const folder = join(app().deps.dataDir, 'exports', 'ab');
    mkdirSync(folder, { recursive: true });
    const cut = join(folder, `${'ab'.repeat(16)}.0123456789ab.new`);
    const nobodys = join(folder, 'ab'.repeat(16));
    for (const path of [cut, nobodys]) writeFileSync(path, 'Name,Version');
    expect(await sweepExports(app().ctx, Date.now() - 3_600_000)).toEqual([]);
    const swept = await sweepExports(app().ctx, Date.now() + 3_600_000);
    expect(swept.toSorted()).toEqual([nobodys, cut]);
    expect((await download(id)).status).toBe(200);
  });

  it('whose file cannot be written say why, and one whose file is gone is 404', async () => {
    const { create, show, download } = await project('eve');
    const folder = join(app().deps.dataDir, 'exports');
    const gone = (await create({ export_type: 'dependency_list' })).json.id;
    await app().drain();
    expect((await download(gone)).json.dependencies).toHaveLength(3);
    rmSync(folder, { recursive: true });
    expect((await download(gone)).json).toEqual({ message: '404 Not Found' });
    writeFileSync(folder, 'a file where the folder should be');
    const { id } = (await create({ export_type: 'csv' })).json;
    for (let turn = 0; turn < 6; turn++) {
      await app().drain();
      app().clock.set(app().clock.now() + 60_000);
    }
    rmSync(folder);
    const row = await app()
      .deps.db.selectFrom('dependency_list_exports')
      .select(['status', 'failure_reason'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect([(await show(id)).json.status, row?.failure_reason]).toEqual([
      'failed',
      expect.stringMatching(/^The server could not write it \(E(EXIST|NOTDIR)\)$/),
    ]);
  });
});
