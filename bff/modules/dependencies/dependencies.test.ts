import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readerVersion } from '../../dependencies/files.ts';
import { claimJob } from '../../jobs/claim.ts';
import { enqueue } from '../../jobs/queue.ts';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { repositoryPath } from '../projects/rules.ts';
import { askForStaleReadings } from './reading-rules.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../dependencies/fixtures', name), 'utf8');
const lockOf = (packages: Record<string, string>) =>
  JSON.stringify({
    packages: Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [
        `node_modules/${name}`,
        { version, license: name === 'ebb' ? '50% "salt"' : 'MIT' },
      ]),
    ),
  });

onBothDatabases('dependencies of a project', (app) => {
  const project = async (name: string, files: Record<string, string>) => {
    const made = await ciProject(app(), name, files);
    await app().drain();
    const list = async (query = '') => {
      const answer = await made.call(`GET ${made.path}/dependencies${query}`);
      return answer.json.map(
        (one: { name: string; version: string }) => `${one.name} ${one.version}`,
      );
    };
    const overview = async () => (await made.call(`GET /bff${made.path}/dependency_overview`)).json;
    return { ...made, list, overview };
  };

  it('are those of the newest commit of the default branch, found by name, tool and licence', async () => {
    const { path, call, list, overview, commit, member } = await project('ann', {
      'Gemfile.lock': fixture('sinatra-3.0.5-Gemfile.lock'),
      'web/package-lock.json': lockOf({ tide: '1.0.0', ebb: '2.0.0' }),
      'web/node_modules/x/package-lock.json': lockOf({ copied: '1.0.0' }),
    });
    expect(await list()).toEqual([
      'ebb 2.0.0',
      'mustermann 3.0.0',
      'rack 2.2.22',
      'rack-protection 3.0.5',
      'ruby2_keywords 0.0.5',
      'sinatra 3.0.5',
      'tide 1.0.0',
      'tilt 2.0.11',
    ]);
    const [sinatra] = (await call(`GET ${path}/dependencies?search=SINATRA`)).json;
    expect(sinatra).toEqual({
      id: expect.any(Number),
      name: 'sinatra',
      version: '3.0.5',
      package_manager: 'bundler',
      dependency_file_path: 'Gemfile.lock',
      purl: 'pkg:gem/sinatra@3.0.5',
      direct: true,
      ancestors: [],
      licenses: [],
      vulnerabilities: [],
      first_seen_at: expect.stringMatching(/^2026-11-27T/),
    });
    const [rack] = (await call(`GET ${path}/dependencies?search=rack-protection`)).json;
    expect(rack).toMatchObject({
      direct: false,
      ancestors: [{ name: 'sinatra', version: '3.0.5' }],
    });
    expect(await list('?package_manager=npm,cargo')).toEqual(['ebb 2.0.0', 'tide 1.0.0']);
    expect(await list('?license=MIT')).toEqual(['tide 1.0.0']);
    expect(await list(`?license=${encodeURIComponent('50% "salt"')}`)).toEqual(['ebb 2.0.0']);
    expect(await list('?license=%25')).toEqual([]);
    expect(await list('?direct=true')).toEqual(['sinatra 3.0.5']);
    const sha = await commit('main', {
      'web/package-lock.json': lockOf({ tide: '1.1.0', ebb: '2.0.0' }),
    });
    await commit('side', { 'web/package-lock.json': lockOf({ aside: '1.0.0' }) });
    const before = (await call(`GET ${path}/dependencies?search=ebb`)).json[0].first_seen_at;
    app().clock.set(app().clock.now() + 60_000);
    await app().drain();
    expect(await list('?package_manager=npm')).toEqual(['ebb 2.0.0', 'tide 1.1.0']);
    const after = (await call(`GET ${path}/dependencies?package_manager=npm`)).json;
    expect(after.map((one: { first_seen_at: string }) => one.first_seen_at > before)).toEqual([
      false,
      true,
    ]);
    expect(await overview()).toEqual({
      sha,
      read_at: expect.any(String),
      findings: [],
      package_managers: ['bundler', 'npm'],
      licenses: ['50% "salt"', 'MIT'],
    });
    const kept = await app().deps.db.selectFrom('dependency_lists').select('id').execute();
    expect(kept).toHaveLength(1);

    const guest = await member('guest_of_ann', 10);
    expect((await call(`GET ${path}/dependencies`, { token: guest.token })).status).toBe(403);
    const odd = await app().user('odd_to_ann');
    expect((await call(`GET ${path}/dependencies`, { token: odd.token })).status).toBe(404);
    expect((await app().call(`GET ${path}/dependencies`)).status).toBe(401);
  });

  it('are read of the commit of each pipeline, whatever its branch', async () => {
    const { commit, list, projectId } = await project('pip', {
      'package-lock.json': lockOf({ tide: '1.0.0' }),
    });
    const sha = await commit('side', {
      '.gitlab-ci.yml': 'build: { script: make }',
      'package-lock.json': lockOf({ aside: '3.0.0' }),
    });
    await app().drain();
    const read = await app()
      .deps.db.selectFrom('dependency_readings')
      .innerJoin('dependencies', 'dependencies.list_id', 'dependency_readings.list_id')
      .where('dependency_readings.project_id', '=', projectId)
      .where('dependency_readings.sha', '=', sha)
      .select(['name', 'version'])
      .execute();
    expect(read).toEqual([{ name: 'aside', version: '3.0.0' }]);
    // The list of the project stays that of its default branch.
    expect(await list()).toEqual(['tide 1.0.0']);
  });

  it('leave out files that are malformed, and tell of them', async () => {
    const { list, overview } = await project('bob', {
      'package-lock.json': '{"packages": {',
      'sub/Cargo.lock': '<<<<<<< HEAD\n',
      'web/package-lock.json': lockOf({ tide: '1.0.0' }),
      // Longer than what is read without a thread.
      'big/package-lock.json': `${' '.repeat(5000)}[`,
    });
    expect(await list()).toEqual(['tide 1.0.0']);
    expect((await overview()).findings).toEqual([
      { path: 'big/package-lock.json', text: expect.stringMatching(/^It cannot be read: /) },
      { path: 'package-lock.json', text: expect.stringMatching(/^It cannot be read: /) },
      { path: 'sub/Cargo.lock', text: 'It holds the marks of a merge conflict' },
    ]);
  });

  it('are read anew after an update of the reader, each project once and ended either way', async () => {
    const made = await project('cleo', { 'package-lock.json': lockOf({ tide: '1.0.0' }) });
    const { path, call, commit, list, projectId } = made;
    const broken = await project('dora', { 'package-lock.json': lockOf({ ebb: '2.0.0' }) });
    const ci = { '.gitlab-ci.yml': 'build: { script: make }' };
    const sha = await commit('side', { ...ci, 'package-lock.json': lockOf({ aside: '3.0.0' }) });
    await app().drain();
    const { db, dataDir } = app().deps;
    const before = await db
      .selectFrom('dependency_lists')
      .select('id')
      .where('project_id', 'in', [projectId, broken.projectId])
      .execute();
    // As an older reader has left it: under its version, with a name that it has misread.
    for (const { id } of before) {
      const old = { reader_version: 2, content_key: `old ${id}` };
      await db.updateTable('dependency_lists').set(old).where('id', '=', id).execute();
      const misread = db.updateTable('dependencies').set({ name: 'misread' });
      await misread.where('list_id', '=', id).execute();
    }
    const folder = repositoryPath(app().ctx, broken.projectId);
    expect(folder.startsWith(dataDir)).toBe(true);
    renameSync(folder, `${folder}.away`);
    expect([await list(), await broken.list()]).toEqual([['misread 1.0.0'], ['misread 2.0.0']]);

    // What a start asks for.
    await enqueue(app().ctx, 'reread_dependencies', { after: 0 });
    const going = () =>
      db
        .selectFrom('jobs')
        .select(['state', 'payload'])
        .where('kind', 'in', ['read_dependencies', 'reread_dependencies'])
        .where('state', '!=', 'done')
        .execute();
    await app().drain();
    expect(await list()).toEqual(['tide 1.0.0']);
    // What cannot be read anew stays as it was, and its job has an end.
    expect(await broken.list()).toEqual(['misread 2.0.0']);
    expect(await going()).toEqual([]);

    // The commit of a pipeline is read anew when somebody asks for it.
    const [pipeline] = (await call(`GET ${path}/pipelines?sha=${sha}`)).json;
    const asked = { json: { export_type: 'sbom' } };
    const begun = await call(`POST /pipelines/${pipeline.id}/dependency_list_exports`, asked);
    await app().drain();
    const bill = await call(`GET /dependency_list_exports/${begun.json.id}/download`);
    expect(bill.json.components.map((one: { name: string }) => one.name)).toEqual(['aside']);

    renameSync(`${folder}.away`, folder);
    // The next start, with nothing left to do but the one that was out of reach.
    await enqueue(app().ctx, 'reread_dependencies', { after: 0 });
    await app().drain();
    expect(await broken.list()).toEqual(['ebb 2.0.0']);
    const told = await db
      .selectFrom('dependency_readings as r')
      .innerJoin('dependency_lists as l', 'l.id', 'r.list_id')
      .select('l.reader_version')
      .where('r.project_id', 'in', [projectId, broken.projectId])
      .execute();
    expect(told).toEqual(Array.from({ length: 3 }, () => ({ reader_version: readerVersion })));
    // And one after it asks for nothing.
    await enqueue(app().ctx, 'reread_dependencies', { after: 0 });
    const last = await claimJob(app().deps, 'start');
    expect(last?.kind).toBe('reread_dependencies');
    await askForStaleReadings(app().ctx, 0);
    expect(await going()).toMatchObject([{ state: 'running', payload: '{"after":0}' }]);
  });

  it('an export that is written meanwhile keeps the list that it reads', async () => {
    const { path, call, commit, list } = await project('eda', {
      'package-lock.json': lockOf({ tide: '1.0.0' }),
    });
    const { db } = app().deps;
    const { id } = (
      await call(`POST ${path}/dependency_list_exports`, {
        json: { export_type: 'csv' },
      })
    ).json;
    // Somebody is writing it.
    await claimJob(app().deps, 'writer');
    const lists = async () =>
      (
        await db
          .selectFrom('dependency_lists')
          .innerJoin('dependencies', 'list_id', 'dependency_lists.id')
          .select('version')
          .where('dependency_lists.project_id', '=', Number(path.split('/').at(-1)))
          .orderBy('version')
          .execute()
      ).map((row) => row.version);
    app().clock.set(app().clock.now() + 1000);
    await commit('main', { 'package-lock.json': lockOf({ tide: '1.1.0' }) });
    await app().drain();
    expect([await list(), await lists()]).toEqual([['tide 1.1.0'], ['1.0.0', '1.1.0']]);
    await db
      .updateTable('dependency_list_exports')
      .set({ status: 'finished' })
      .where('id', '=', id)
      .execute();
    app().clock.set(app().clock.now() + 1000);
    await commit('main', { 'package-lock.json': lockOf({ tide: '1.2.0' }) });
    await app().drain();
    expect(await lists()).toEqual(['1.2.0']);
  });

  it('are empty before anything was pushed', async () => {
    const owner = await app().user('cid');
    const made = await app().call('POST /projects', { token: owner.token, json: { name: 'Cid' } });
    const at = `/projects/${made.json.id}`;
    expect((await app().call(`GET ${at}/dependencies`, { token: owner.token })).json).toEqual([]);
    const seen = await app().call(`GET /bff${at}/dependency_overview`, { token: owner.token });
    expect(seen.json).toMatchObject({ sha: null, read_at: null, findings: [] });
  });
});
