import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { acceptable, pathTo } from '../testing/samples.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

describe('a call to the outside', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('is made by nothing that a stranger can ask for (CVE-2021-22214)', async () => {
    // Something is there to be found: a public project in a public group, with all kinds of URLs.
    const owner = await app.user('opener');
    const { token } = owner;
    const url = 'http://probe.example.test/';
    const json = { name: 'open', path: 'open', visibility: 'public' };
    const group = await app.call('POST /groups', { token, json });
    const project = await app.call('POST /projects', {
      token,
      json: { ...json, namespace_id: group.json.id },
    });
    const including = `include:\n  - remote: ${url}ci.yml\n  - ${url}other.yml\njob: { script: make }`;
    const commit = (branch: string, content: string, file_path = '.gitlab-ci.yml') =>
      app.call(`POST /projects/${project.json.id}/repository/commits`, {
        token,
        json: {
          branch,
          commit_message: 'Add',
          actions: [{ action: 'create', file_path, content }],
        },
      });
    expect((await commit('main', including)).status).toBe(201);
    await app.drain();
    const calls: string[] = [];
    app.deps.resolve = (name) => Promise.reject(new Error(String(calls.push(name))));
    app.deps.fetch = (_, url) => Promise.reject(new Error(String(calls.push(url))));
    const more = { url, import_url: url, remote: url, content: `include: ${url}` };
    for (const endpoint of allEndpoints) {
      const json = { ...acceptable(endpoint), ...more };
      for (const id of ['', project.json.id, group.json.id]) {
        const path = id === '' ? pathTo(endpoint) : pathTo(endpoint, { id: String(id) });
        await app.call(`${endpoint.method} ${path}?url=${url}`, { json });
      }
    }
    // Nor by a file of a pipeline, whoever starts it: others' files are not fetched at all.
    const started = await app.call(`POST /projects/${project.json.id}/pipeline?ref=main`, {
      token,
    });
    expect(started.status).toBe(201);
    await commit('main', 'more', 'more.txt');
    await app.drain();
    expect(calls).toEqual([]);
    const admin = await app.user('administrator', { admin: true });
    await app.call('PUT /application/settings', {
      token: admin.token,
      json: { import_sources: ['git'] },
    });
    // The same watch does see the one door that is open to people with a name.
    const door = await app.call('POST /projects', { token, json: { name: 'in', import_url: url } });
    expect([door.status, calls.length > 0]).toEqual([400, true]);
  });
});
