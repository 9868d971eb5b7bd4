import { mkdirSync, existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transact } from '../../context.ts';
import { nullSha } from '../../git/names.ts';
import { startUp } from '../../start-up.ts';
import { commitFiles, gitIn } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { findProjectById, repositoryPath } from '../projects/rules.ts';
import { settling } from './order-rules.ts';
import { branchSha, recordRefUpdates, type RefUpdate } from './rules.ts';

onBothDatabases('recorded refs', (app) => {
  let names = 0;
  const project = async () => {
    const { token } = await app().user(`owner${(names += 1)}`);
    const made = await app().call('POST /projects', { token, json: { name: `deck${names}` } });
    const first = await commitFiles(app(), made.json, { branch: 'main', files: { a: '0' } });
    await app().drain();
    return { id: made.json.id as number, token, first };
  };
  const record = (id: number, ...updates: RefUpdate[]) =>
    transact(app().ctx, async (ctx) => {
      const row = await findProjectById(ctx, id);
      if (row === undefined) throw new Error('the project is gone');
      await recordRefUpdates(ctx, row, updates);
    });
  /** Commits that git has and nobody has recorded, each a push of its own. */
  const pushes = async (id: number, count: number) => {
    const ref = 'refs/heads/main';
    const updates: RefUpdate[] = [];
    for (let at = 0; at < count; at += 1) {
      const old = gitIn(app(), { id }, 'rev-parse', ref);
      const tree = `${old}^{tree}`;
      const next = gitIn(app(), { id }, 'commit-tree', '-m', `push ${at}`, '-p', old, tree);
      gitIn(app(), { id }, 'update-ref', ref, next, old);
      updates.push({ ref, old, new: next });
    }
    return updates;
  };
  const told = async () => {
    const rows = await app()
      .deps.db.selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'create_push_pipelines')
      .orderBy('id')
      .execute();
    // Written by `enqueue` from a payload of this shape.
    return rows.map((row) => (JSON.parse(row.payload) as { update: RefUpdate }).update.new);
  };

  it('a late record of an earlier push does not overwrite a later one', async () => {
    const { id } = await project();
    const [one, two, three] = await pushes(id, 3);
    if (!one || !two || !three) throw new Error('three pushes were made');
    for (const update of [three, one, two]) await record(id, update);
    await app().drain();
    expect(await branchSha(app().ctx, id, 'main')).toBe(three.new);

    const [four, five] = await pushes(id, 2);
    if (!four || !five) throw new Error('two pushes were made');
    await record(id, four);
    await record(id, five);
    await record(id, four);
    expect(await branchSha(app().ctx, id, 'main')).toBe(five.new);
    await app().drain();
    expect(await branchSha(app().ctx, id, 'main')).toBe(five.new);
  });

  it('moves that lead back are recorded rightly and told of, in whatever order', async () => {
    const { id, first } = await project();
    const ref = 'refs/heads/main';
    const back = (from: string) => {
      gitIn(app(), { id }, 'update-ref', ref, first, from);
      return { ref, old: from, new: first };
    };
    const before = (await told()).length;
    const [one] = await pushes(id, 1);
    if (!one) throw new Error('a push was made');
    for (const update of [back(one.new), one]) await record(id, update);
    await app().drain();
    expect(await branchSha(app().ctx, id, 'main')).toBe(first);
    expect((await told()).slice(before)).toEqual([one.new, first]);

    const [two, three] = await pushes(id, 2);
    if (!two || !three) throw new Error('two pushes were made');
    for (const update of [back(three.new), two, three]) await record(id, update);
    await app().drain();
    app().clock.set(app().clock.now() + settling);
    await app().drain();
    expect(await branchSha(app().ctx, id, 'main')).toBe(first);
  });

  it('a late record does not bring a deleted branch back', async () => {
    const { id, first } = await project();
    const ref = 'refs/heads/gone';
    const second = gitIn(app(), { id }, 'commit-tree', '-m', 'x', `${first}^{tree}`);
    await record(id, { ref, old: nullSha, new: first });
    await record(id, { ref, old: second, new: nullSha });
    await record(id, { ref, old: first, new: second });
    await app().drain();
    expect(await branchSha(app().ctx, id, 'gone')).toBeUndefined();
  });

  it('each push is told of once, in whatever order it is recorded', async () => {
    const { id } = await project();
    const before = (await told()).length;
    const [one, two] = await pushes(id, 2);
    if (!one || !two) throw new Error('two pushes were made');
    await record(id, two);
    await app().drain();
    await record(id, one);
    await record(id, two);
    await app().drain();
    expect((await told()).slice(before)).toEqual([two.new, one.new]);
  });

  it('after ten pushes a repository is packed, and nothing that anybody holds is lost', async () => {
    const { id, token, first } = await project();
    const git = (...args: string[]) => gitIn(app(), { id }, ...args);
    await commitFiles(app(), { id }, { branch: 'topic', from: first, files: { b: '1' } });
    const mergeRequest = await app().call(`POST /projects/${id}/merge_requests`, {
      token,
      json: { source_branch: 'topic', target_branch: 'main', title: 'Topic' },
    });
    expect(mergeRequest.status).toBe(201);
    await app().drain();
    const head = git('rev-parse', 'refs/merge-requests/1/head');
    git('update-ref', '-d', 'refs/heads/topic');
    const kept = git('commit-tree', '-m', 'kept around', `${first}^{tree}`);
    git('update-ref', `refs/keep-around/${kept}`, kept);
    const lost = git('commit-tree', '-m', 'in no ref', '-p', first, `${first}^{tree}`);
    git('update-ref', '--create-reflog', 'refs/heads/main', lost);
    git('update-ref', 'refs/heads/main', first);
    const all = () => git('cat-file', '--batch-all-objects', '--batch-check').split('\n');
    for (let at = 0; at < 8; at += 1) {
      await commitFiles(app(), { id }, { branch: 'main', files: { a: `${at + 1}` } });
    }
    const before = all();
    await app().drain();
    expect(git('count-objects')).toMatch(/^0 objects/);
    for (const sha of [head, kept, lost]) expect(git('cat-file', '-t', sha)).toBe('commit');
    const after = new Set(all());
    expect(before.filter((object) => !after.has(object))).toEqual([]);
    expect(git('rev-parse', 'main@{1}')).toMatch(/^[0-9a-f]{40}$/);
    git('fsck', '--strict');
  });

  it('a start asks for a sweep, which leaves alone what this process may be making', async () => {
    const { id } = await project();
    const leaving = `${repositoryPath(app().ctx, id)}.0123456789ab.gone`;
    mkdirSync(leaving);
    await startUp(app().deps);
    await app().drain();
    expect(existsSync(leaving)).toBe(true);
    expect(readdirSync(app().deps.dataDir)).toContain('repositories');
    const queued = await app()
      .deps.db.selectFrom('jobs')
      .select('state')
      .where('kind', '=', 'sweep_leftovers')
      .orderBy('id')
      .execute();
    expect(queued.map((row) => row.state)).toEqual(['done', 'queued']);
  });
});
