import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const file = `
stages: [build, test]
compile: { stage: build, script: make }
unit: { stage: test, script: make test }
flaky: { stage: test, script: x, allow_failure: true }
after: { stage: test, script: x, when: on_failure }
`;

onBothDatabases('commit statuses', (app) => {
  const project = async (name: string, files: Record<string, string> = {}) => {
    const made = await ciProject(app(), name, files);
    const sha = (await made.call(`GET ${made.path}/repository/commits/main`)).json.id as string;
    const report = (state: string, body: object = {}, token?: string) =>
      made.call(`POST ${made.path}/statuses/${sha}`, {
        json: { state, ...body },
        ...(token === undefined ? {} : { token }),
      });
    const pipelineStatus = async () =>
      (await made.call(`GET ${made.path}/pipelines/latest`)).json.status;
    return { ...made, sha, report, pipelineStatus };
  };

  it('of something outside make a pipeline of their own and move it', async () => {
    const { path, call, sha, report, pipelineStatus, id } = await project('ada');
    const first = await report('pending', {
      name: 'jenkins',
      ref: 'main',
      target_url: 'https://ci.example.test/1',
      description: 'Waits',
    });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      sha,
      ref: 'main',
      status: 'pending',
      name: 'jenkins',
      target_url: 'https://ci.example.test/1',
      description: 'Waits',
      started_at: null,
      finished_at: null,
      allow_failure: false,
      coverage: null,
      author: { id },
    });
    const moves: [string, string][] = [];
    for (const [state, body] of [
      ['running', { name: 'jenkins' }],
      ['success', { context: 'jenkins', coverage: 61.5 }],
      ['failed', { name: 'lint' }],
    ] as const) {
      expect((await report(state, body)).status).toBe(201);
      moves.push([state, await pipelineStatus()]);
    }
    expect(moves).toEqual([
      ['running', 'running'],
      ['success', 'success'],
      ['failed', 'failed'],
    ]);
    const pipeline = await call(`GET ${path}/pipelines/latest`);
    expect(pipeline.json).toMatchObject({ source: 'external', coverage: '61.50', iid: 1 });
    expect((await call(`GET ${path}/pipelines`)).json).toHaveLength(1);
    expect((await call(`GET ${path}/jobs`)).json).toEqual([]);
  });

  it('of a job of the CI file move that job, and the jobs after it', async () => {
    const { path, call, report, pipelineStatus } = await project('bob', {
      '.gitlab-ci.yml': file,
    });
    await app().drain();
    const jobs = async () =>
      Object.fromEntries(
        (
          await call(
            `GET ${path}/jobs?scope[]=created&scope[]=pending&scope[]=running&scope[]=success&scope[]=failed&scope[]=skipped`,
          )
        ).json.map((job: { name: string; status: string }) => [job.name, job.status]),
      );
    expect(await pipelineStatus()).toBe('pending');
    await report('running', { name: 'compile' });
    expect([await pipelineStatus(), (await jobs()).unit]).toEqual(['running', 'created']);
    await report('success', { name: 'compile' });
    expect(await jobs()).toEqual({
      compile: 'success',
      unit: 'pending',
      flaky: 'pending',
      after: 'skipped',
    });
    await report('failed', { name: 'flaky' });
    expect(await pipelineStatus()).toBe('running');
    await report('success', { name: 'unit' });
    const latest = await call(`GET ${path}/pipelines/latest`);
    expect(latest.json).toMatchObject({
      status: 'success',
      source: 'push',
      detailed_status: { label: 'passed with warnings', group: 'success-with-warnings' },
    });
    expect(latest.json.finished_at).not.toBeNull();
    await report('running', { name: 'unit' });
    expect(await pipelineStatus()).toBe('running');
    const again = await call(`GET ${path}/pipelines/${latest.json.id}/jobs?include_retried=true`);
    expect(
      again.json
        .filter((job: { name: string }) => job.name === 'unit')
        .map((job: { status: string }) => job.status),
    ).toEqual(['running', 'success']);
  });

  it('that lead nowhere are refused and change nothing', async () => {
    const { path, call, sha, report } = await project('cyd');
    await report('running', { name: 'x' });
    const same = await report('running', { name: 'x', description: 'again' });
    expect([same.status, same.json]).toEqual([
      400,
      {
        message:
          'Cannot transition status via :run from :running (Reason(s): Status cannot transition via "run")',
      },
    ]);
    expect((await report('pending', { name: 'x' })).json.message).toContain(
      ':enqueue from :running',
    );
    expect((await report('skipped', { name: 'x' })).json.message).toContain(':skip from :running');
    expect((await report('created')).json).toEqual({ error: 'state does not have a valid value' });
    expect((await report('success', { target_url: 'javascript:x' })).status).toBe(400);
    expect((await report('success', { coverage: 101 })).status).toBe(400);
    expect((await report('success', { description: 'x'.repeat(256) })).status).toBe(400);
    expect((await report('success', { pipeline_id: 999999 })).json).toEqual({
      message: '404 Pipeline Not Found',
    });
    const nowhere = await call(`POST ${path}/statuses/${'1'.repeat(40)}`, {
      json: { state: 'success' },
    });
    expect(nowhere.json).toEqual({ message: '404 Commit Not Found' });
    const listed = await call(`GET ${path}/repository/commits/${sha}/statuses?all=true`);
    expect(listed.json).toMatchObject([{ name: 'x', status: 'running', description: null }]);
  });

  it('are listed: the newest of each name, or all, by ref, stage, name and pipeline', async () => {
    const { path, call, sha, report } = await project('dot', { '.gitlab-ci.yml': file });
    await app().drain();
    await report('failed', { name: 'compile' });
    await report('success', { name: 'compile' });
    const other = await report('success', { name: 'outside', ref: 'other' });
    const names = async (query = '') => {
      const answer = await call(`GET ${path}/repository/commits/${sha}/statuses${query}`);
      expect(answer.status).toBe(200);
      return answer.json.map(
        (one: { name: string; status: string }) => `${one.name} ${one.status}`,
      );
    };
    expect((await names()).sort()).toEqual([
      'after pending',
      'compile success',
      'flaky pending',
      'outside success',
      'unit pending',
    ]);
    expect((await names('?all=true&name=compile')).sort()).toEqual([
      'compile failed',
      'compile success',
    ]);
    expect(await names('?ref=other')).toEqual(['outside success']);
    expect(await names('?stage=external')).toEqual(['outside success']);
    expect(await names(`?pipeline_id=${other.json.pipeline_id}`)).toEqual(['outside success']);
    expect(await names('?sort=desc&per_page=1')).toEqual(['outside success']);
    const unknown = await call(`GET ${path}/repository/commits/${'2'.repeat(40)}/statuses`);
    expect(unknown.json).toEqual({ message: '404 Commit Not Found' });
  });

  it('two first reports at once make one pipeline', async () => {
    const { path, call, report } = await project('eve');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => report('success', { name, ref: 'main' })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    const pipelines = await call(`GET ${path}/pipelines`);
    expect(pipelines.json).toMatchObject([{ status: 'success' }]);
  });

  it('are for Developers to report, and for Reporters to read', async () => {
    const { path, call, sha, report, member } = await project('fay');
    const devi = await member('devi', 30);
    const rita = await member('rita', 20);
    const gary = await member('gary', 10);
    expect((await report('success', {}, devi.token)).status).toBe(201);
    expect((await report('success', {}, rita.token)).status).toBe(403);
    const read = `GET ${path}/repository/commits/${sha}/statuses`;
    expect((await call(read, { token: rita.token })).json).toMatchObject([{ name: 'default' }]);
    expect((await call(read, { token: gary.token })).status).toBe(403);
  });
});
