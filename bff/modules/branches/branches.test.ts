import { expect, it, vi } from 'vitest';
import { harbor } from '../../testing/harbor.ts';
import { gitIn } from '../../testing/scratch.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { findProjectById } from '../projects/rules.ts';
import { branchSha, reconcileRefs } from '../repositories/rules.ts';
import { createRef, removeRef } from '../repositories/ref-rules.ts';

onBothDatabases('branches', (app) => {
  const projectOf = async (path: string) => {
    const project = await findProjectById(app().ctx, Number(path.split('/').at(-1)));
    if (project === undefined) throw new Error('the project is gone');
    return project;
  };

  it('a page of branches that are open to groups costs as many queries as one branch', async () => {
    const { call, project, commit, member } = await harbor(app(), 'ann');
    await commit({ a: 'a' });
    const crews: number[] = [];
    for (const path of ['ann-crew', 'ann-watch']) {
      crews.push((await call('POST /groups', { name: path, path })).json.id);
    }
    const mate = await member('amate', 30);
    const dev = await member('adev', 30);
    await call(`POST /groups/${crews[1]}/members`, { user_id: mate.id, access_level: 10 });
    const grants = crews.map((group_id) => ({ group_id }));
    const rule = { name: 'release/*', allowed_to_push: grants };
    expect((await call(`POST ${project}/protected_branches`, rule)).status).toBe(201);
    const row = await projectOf(project);
    const sha = await branchSha(app().ctx, row.id, 'main');
    for (let at = 0; at < 20; at += 1) {
      gitIn(app(), row, 'update-ref', `refs/heads/release/${at}`, sha ?? '');
    }
    await reconcileRefs(app().ctx, row);

    const queries = vi.spyOn(app().deps.db.getExecutor(), 'executeQuery');
    const costOf = async (perPage: number) => {
      queries.mockClear();
      const listed = await mate.as(
        `GET ${project}/repository/branches?search=release&per_page=${perPage}`,
      );
      const names = (listed.json as { can_push: boolean }[]).filter((one) => one.can_push);
      return [names.length, queries.mock.calls.length];
    };
    // The first request of a token also notes its use.
    await costOf(1);
    const [one = 0, cost] = await costOf(1);
    expect(one).toBe(1);
    expect(cost).toBeGreaterThan(0);
    expect(await costOf(20)).toEqual([20, cost]);
    queries.mockRestore();
    const others = await dev.as(`GET ${project}/repository/branches?search=release`);
    expect((others.json as { can_push: boolean }[]).some((branch) => branch.can_push)).toBe(false);
  });

  it('merged branches are deleted at once, protected ones and the default one stay', async () => {
    const { call, project, commit, member } = await harbor(app(), 'mia');
    const path = `${project}/repository/branches`;
    await commit({ a: 'a' });
    for (const branch of ['done', 'done-too', 'ahead', 'kept/one']) {
      await call(`POST ${path}`, { branch, ref: 'main' });
    }
    await commit({ b: 'b' }, 'ahead');
    await call(`POST ${project}/protected_branches`, { name: 'kept/*' });
    const reporter = await member('miarep', 20);
    const merged = `DELETE ${project}/repository/merged_branches`;
    expect((await reporter.as(merged)).status).toBe(403);
    const names = async () =>
      (await call(`GET ${path}`)).json.map((branch: { name: string }) => branch.name);
    expect(await names()).toEqual(['ahead', 'done', 'done-too', 'kept/one', 'main']);
    const answer = await call(merged);
    expect([answer.status, answer.json]).toEqual([202, { message: '202 Accepted' }]);
    expect(await names()).toEqual(['ahead', 'kept/one', 'main']);
    const empty = (await call('POST /projects', { name: 'empty' })).json.id;
    expect((await call(`DELETE /projects/${empty}/repository/merged_branches`)).status).toBe(202);
  });

  it('a branch that has moved is not deleted, and one that exists is not made', async () => {
    const { project, commit } = await harbor(app(), 'bea');
    await commit({ a: 'a' });
    const row = await projectOf(project);
    const sha = (await branchSha(app().ctx, row.id, 'main')) ?? '';
    const topic = { kind: 'branch', name: 'topic', sha } as const;
    expect(await createRef(app().ctx, row, topic)).toBe(true);
    expect(await createRef(app().ctx, row, topic)).toBe(false);
    expect(await createRef(app().ctx, row, { ...topic, name: 'topic/below' })).toBe(false);
    const tag = { ...topic, kind: 'tag' } as const;
    expect(await createRef(app().ctx, row, tag)).toBe(true);
    await commit({ b: 'b' }, 'topic');
    for (const [moved, path] of [
      [topic, 'heads'],
      [tag, 'tags'],
    ] as const) {
      const next = await branchSha(app().ctx, row.id, 'topic');
      gitIn(app(), row, 'update-ref', `refs/${path}/topic`, next ?? '');
      await expect(removeRef(app().ctx, row, moved)).rejects.toMatchObject({
        refusal: { kind: 'conflict', message: `The ${moved.kind} has moved meanwhile` },
      });
      expect(gitIn(app(), row, 'rev-parse', `refs/${path}/topic`)).toBe(next);
    }
  });
});
