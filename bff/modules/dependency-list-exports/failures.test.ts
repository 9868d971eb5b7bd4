import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claimJob, leaseMilliseconds } from '../../jobs/claim.ts';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

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
