import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { onBothDatabases, type TestUser } from '../../testing/test-app.ts';
import { isArchived } from '../ci-jobs/archive-rules.ts';
import { ciLimits } from '../pipelines/ci-source.ts';
import { updateSettings } from './rules.ts';

const day = 86_400_000;

onBothDatabases('a setting of pipelines is obeyed', (app) => {
  const set = (change: Record<string, unknown>) => updateSettings(app().ctx, change);
  const call = (request: string, who: TestUser, json?: object) =>
    app().call(request, { token: who.token, json });

  it('what a CI file may be, where it lies, and who is asked of a pipeline', async () => {
    const ann = await app().user('ann');
    await set({
      max_yaml_size_bytes: 1000,
      max_yaml_depth: 9,
      ci_max_includes: 1,
      ci_max_total_yaml_size_bytes: 5000,
      default_ci_config_path: 'ci/build.yml',
    });
    expect(await ciLimits(app().ctx)).toEqual({
      bytes: 1000,
      depth: 9,
      includes: 1,
      totalBytes: 5000,
    });
    const made = await call('POST /projects', ann, { name: 'built' });
    const { id, ci_config_path } = made.json;
    expect(ci_config_path).toBe('ci/build.yml');
    const file = (content: string, action = 'update') =>
      call(`POST /projects/${id}/repository/commits`, ann, {
        branch: 'main',
        commit_message: '[skip ci] CI',
        actions: [{ action, file_path: 'ci/build.yml', content }],
      });
    const run = async () => {
      const { status, json } = await call(`POST /projects/${id}/pipeline`, ann, { ref: 'main' });
      return [status, JSON.stringify(json.message ?? '')];
    };
    const good = 'build:\n  script: make\n';
    await file(`${good}# ${'x'.repeat(1000)}\n`, 'create');
    expect((await run())[0]).toBe(400);
    await file(`include:\n  - local: a.yml\n  - local: b.yml\n${good}`);
    expect((await run())[0]).toBe(400);
    await file(good);
    expect((await run())[0]).toBe(201);
    await set({ max_yaml_size_bytes: 2097152, max_yaml_depth: 100, ci_max_includes: 150 });
    await set({ ci_max_total_yaml_size_bytes: 314572800, default_ci_config_path: null });

    const asked: { headers: Record<string, unknown>; body: string }[] = [];
    let status = 406;
    const service = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        asked.push({ headers: request.headers, body });
        if (status !== 0) response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    await set({
      allow_local_requests_from_web_hooks_and_services: true,
      external_pipeline_validation_service_url: `http://127.0.0.1:${port}/judge`,
      external_pipeline_validation_service_token: 'geheim',
      external_pipeline_validation_service_timeout: 1,
    });
    const [code, text] = await run();
    expect([code, text]).toEqual([400, expect.stringContaining('External validation failed')]);
    expect(asked[0]?.headers['x-gitlab-token']).toBe('geheim');
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      project: { id },
      user: { username: 'ann' },
      pipeline: { ref: 'main', type: 'api' },
      builds: [{ name: 'build', stage: 'test' }],
    });
    for (const accepting of [200, 500, 0]) {
      status = accepting;
      expect([accepting, (await run())[0]]).toEqual([accepting, 201]);
    }
    service.closeAllConnections();
    service.close();
    await set({
      external_pipeline_validation_service_url: null,
      external_pipeline_validation_service_token: '',
      external_pipeline_validation_service_timeout: null,
      allow_local_requests_from_web_hooks_and_services: false,
    });
    const [job] = (await call(`GET /projects/${id}/jobs`, ann)).json;
    const again = () => call(`POST /projects/${id}/jobs/${job.id}/retry`, ann);
    expect(job.archived).toBe(false);
    await call(`POST /projects/${id}/jobs/${job.id}/cancel`, ann);
    await set({ archive_builds_in_human_readable: '2 days' });
    app().clock.set(app().clock.now() + day);
    expect((await call(`GET /projects/${id}/jobs/${job.id}`, ann)).json.archived).toBe(false);
    app().clock.set(app().clock.now() + day + 1000);
    expect((await call(`GET /projects/${id}/jobs/${job.id}`, ann)).json.archived).toBe(true);
    const refused = await again();
    expect([refused.status, refused.json]).toEqual([
      403,
      { message: '403 Forbidden - Job is archived' },
    ]);
    expect(await isArchived(app().ctx, job)).toBe(true);
    const whole = `/projects/${id}/pipelines/${job.pipeline.id}`;
    const after = async () => {
      expect((await call(`POST ${whole}/retry`, ann)).status).toBe(201);
      return (await call(`GET ${whole}/jobs`, ann)).json.map(
        (one: typeof job) => one.id === job.id,
      );
    };
    expect(await after()).toEqual([true]);
    await set({ archive_builds_in_human_readable: null });
    expect(await after()).toEqual([false]);
    const [anew] = (await call(`GET ${whole}/jobs`, ann)).json;
    await call(`POST /projects/${id}/jobs/${anew.id}/cancel`, ann);
    expect((await call(`POST /projects/${id}/jobs/${anew.id}/retry`, ann)).status).toBe(201);
  });
});
