import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const file = `
stages: [build, ship]
compile: { stage: build, script: make, tags: [linux, fast] }
later: { stage: build, script: x, when: delayed, start_in: 30 minutes, allow_failure: true }
ship: { stage: ship, script: x, when: manual, allow_failure: false }
after: { stage: .post, script: x }
`;

onBothDatabases('jobs', (app) => {
  const project = async (name: string) => {
    const made = await ciProject(app(), name, { '.gitlab-ci.yml': file });
    const { id } = (await made.call(`POST ${made.path}/pipeline`, { json: { ref: 'main' } })).json;
    const jobs = async () => (await made.call(`GET ${made.path}/pipelines/${id}/jobs`)).json;
    const status = async (name: string) =>
      (await jobs()).find((job: { name: string }) => job.name === name).status;
    const act = async (name: string, verb: string, token?: string) => {
      const job = (await jobs()).find((one: { name: string }) => one.name === name);
      const request = `POST ${made.path}/jobs/${job.id}/${verb}`;
      return made.call(request, token === undefined ? {} : { token });
    };
    const pipeline = async () => (await made.call(`GET ${made.path}/pipelines/${id}`)).json;
    const report = async (name: string, state: string) => {
      const { sha } = await pipeline();
      const json = { name, state };
      expect((await made.call(`POST ${made.path}/statuses/${sha}`, { json })).status).toBe(201);
    };
    return { ...made, jobs, status, act, pipeline, report };
  };

  it('are played, cancelled and started anew one by one', async () => {
    const { status, act, pipeline, report, member } = await project('ada');
    const devi = await member('devi', 30);
    const rita = await member('rita', 20);
    expect((await act('compile', 'play')).json).toEqual({
      message: '400 Bad request - Unplayable Job',
    });
    expect((await act('compile', 'retry')).status).toBe(403);
    expect((await act('later', 'play', rita.token)).status).toBe(403);
    const early = await act('later', 'play', devi.token);
    expect([early.status, early.json.status]).toEqual([200, 'pending']);
    expect((await act('later', 'cancel')).json.status).toBe('canceled');
    expect((await act('later', 'cancel')).status).toBe(403);
    await report('compile', 'success');
    expect([await status('ship'), (await pipeline()).status]).toEqual(['manual', 'manual']);
    const shipped = await act('ship', 'play', devi.token);
    expect(shipped.json).toMatchObject({ status: 'pending', user: { username: 'devi' } });
    await report('ship', 'failed');
    expect([await status('after'), (await pipeline()).status]).toEqual(['skipped', 'failed']);
    const again = await act('ship', 'retry');
    expect([again.status, again.json.status]).toEqual([201, 'pending']);
    expect([await status('after'), (await pipeline()).status]).toEqual(['created', 'running']);
    await report('ship', 'success');
    await report('after', 'success');
    expect((await pipeline()).status).toBe('success');
  });

  it('that are delayed wait for their time, however often the queue runs', async () => {
    const { status, jobs } = await project('bob');
    expect(await status('later')).toBe('scheduled');
    await app().drain();
    expect(await status('later')).toBe('scheduled');
    app().clock.set(app().clock.now() + 31 * 60_000);
    await app().drain();
    expect(await status('later')).toBe('pending');
    const [compile] = (await jobs()).filter((job: { name: string }) => job.name === 'compile');
    expect(compile.tag_list).toEqual(['linux', 'fast']);
  });

  it('measure how long they waited and ran, and the pipeline how long any ran', async () => {
    const { report, jobs, pipeline } = await project('cyd');
    const wait = (seconds: number) => app().clock.set(app().clock.now() + seconds * 1000);
    wait(60);
    await report('compile', 'running');
    wait(30);
    await report('compile', 'success');
    wait(600);
    await report('later', 'running');
    wait(15);
    await report('later', 'success');
    const compile = (await jobs()).find((job: { name: string }) => job.name === 'compile');
    expect(Math.round(compile.queued_duration)).toBe(60);
    expect(Math.round(compile.duration)).toBe(30);
    await report('ship', 'success');
    await report('after', 'success');
    const { duration, queued_duration } = await pipeline();
    expect([duration, Math.round(queued_duration)]).toEqual([45, 60]);
  });
});
