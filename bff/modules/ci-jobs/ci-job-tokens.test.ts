import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { ciJobOfToken } from './token-rules.ts';

onBothDatabases('job tokens', (app) => {
  const project = async (name: string) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': 'build: { script: make }' });
    const pipeline = (await made.call(`POST ${made.path}/pipeline`, { json: { ref: 'main' } }))
      .json;
    const [job] = (await made.call(`GET ${made.path}/pipelines/${pipeline.id}/jobs`)).json;
    const report = (state: string) =>
      made.call(`POST ${made.path}/statuses/${pipeline.sha}`, { json: { name: 'build', state } });
    const ask = (token?: string) =>
      made.call(`POST ${made.path}/jobs/${job.id}/token`, token === undefined ? {} : { token });
    return { ...made, job, report, ask };
  };

  it('are handed out once, while their job runs', async () => {
    const { job, report, ask } = await project('ada');
    expect((await ask()).status).toBe(409);
    await report('running');
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409]);
    const { token } = answers.find((answer) => answer.status === 201)?.json ?? {};
    expect(token).toMatch(/^qdj-[\w-]{32}$/);
    expect(await ciJobOfToken(app().ctx, token)).toMatchObject({ id: job.id, status: 'running' });
    await report('success');
    expect(await ciJobOfToken(app().ctx, token)).toMatchObject({ status: 'success' });
    expect((await ask()).status).toBe(409);
    expect(await ciJobOfToken(app().ctx, `${token}x`)).toBeUndefined();
    const stored = await app().deps.db.selectFrom('ci_job_tokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('are for Maintainers, and open nothing of the API by themselves', async () => {
    const { path, report, ask, member } = await project('bob');
    await report('running');
    const devi = await member('devi', 30);
    const mona = await member('mona', 40);
    expect((await ask(devi.token)).status).toBe(403);
    const { token } = (await ask(mona.token)).json;
    expect((await app().call(`GET ${path}`, { token })).status).toBe(401);
  });
});
