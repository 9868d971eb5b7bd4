import { expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ciProject } from './ci-projects.ts';
import { acceptable, pathTo } from './samples.ts';
import { onBothDatabases } from './test-app.ts';

const endpoints: readonly Endpoint[] = allEndpoints;

onBothDatabases('what a project hands out', (app) => {
  it('holds no trigger token and no address of a hook (gl#27044, gl#33734: both lay in the export of a project)', async () => {
    const place = await ciProject(app(), 'ada', { '.gitlab-ci.yml': 'a: { script: a }' });
    const { path, call, projectId } = place;
    const root = await app().user('root', { admin: true });
    const made = await call(`POST ${path}/triggers`, { json: { description: 'x' } });
    const { id: trigger_id, token } = made.json;
    const hook = 'https://chat.example.test/hooks/secret-of-the-hook';
    const set = await call(`PUT ${path}/integrations/slack`, { json: { webhook: hook } });
    expect(set.status).toBe(200);
    await app().call(`POST ${path}/trigger/pipeline`, { json: { token, ref: 'main' } });
    const wish = await call(`POST ${path}/dependency_list_exports`, {
      token: root.token,
      json: { export_type: 'dependency_list' },
    });
    expect(wish.status).toBe(201);
    await app().drain();
    const named = {
      id: String(projectId),
      trigger_id: String(trigger_id),
      slug: 'slack',
      format: 'tar',
    };
    const requests = endpoints
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/projects/:id'))
      .map((endpoint) => {
        const input = Object.entries(acceptable(endpoint)).map(([name, value]) => [
          name,
          String(value),
        ]);
        return `GET ${pathTo(endpoint, named)}?${new URLSearchParams(input)}`;
      })
      .concat(
        `GET /dependency_list_exports/${wish.json.id}/download`,
        'GET /bff/audit_events?per_page=100',
      );
    const telling: string[] = [];
    let read = 0;
    for (const request of requests) {
      const { status, text } = await app().call(request, { token: root.token });
      if (status === 200) read += 1;
      if (text.includes(token) || text.includes('secret-of-the-hook')) telling.push(request);
    }
    expect(telling).toEqual([]);
    expect(read).toBeGreaterThan(20);
    for (const end of ['export', 'export/download']) {
      expect((await call(`GET ${path}/${end}`)).status).toBe(404);
    }
    // Its owner alone reads the token: what was looked for is there.
    expect((await call(`GET ${path}/triggers`)).text).toContain(token);
  });
});
