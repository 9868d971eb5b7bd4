import { expect, it } from 'vitest';
import { linesOf, source } from '../../testing/bundles.ts';
import { importedGroup } from '../../testing/strangers.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { runImport } from './run-rules.ts';

onBothDatabases('an import that is cut off', (app) => {
  it('goes on where a run was cut off: every line once, and counted once', async () => {
    const { token } = await app().user('harbourmaster', { admin: true });
    const json = { import_sources: ['gitlab_project'], group_import_limit: 0 };
    expect((await app().call('PUT /application/settings', { token, json })).status).toBe(200);
    const group = await importedGroup(app(), 'ella');
    const path = `/bff${group.path}/imports`;
    // Nothing else than batches looks at the signal, then.
    await group.call('POST /projects', { path: 'app', namespace_id: group.groupId });
    const issues = Array.from({ length: 250 }, (_, n) => ({
      type: 'issue',
      id: `i${n}`,
      project: 'app',
      title: `T${n}`,
      author: String(n % 3),
      created_at: '2026-01-02T03:04:05Z',
    }));
    const body = new FormData();
    body.set('file', new Blob([linesOf(source, ...issues)]), 'a.jsonl');
    const made = await app().call(`POST ${path}`, { token: group.token, body });
    // As a process leaves it that is killed after the first batch.
    const control = new AbortController();
    let looks = 0;
    const signal = new Proxy(control.signal, {
      get(of, name) {
        // The first look is that of the transaction of the batch.
        if (name === 'throwIfAborted' && ++looks === 2) control.abort(new Error('killed'));
        const value: unknown = Reflect.get(of, name, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
    const one = `GET ${path}/${made.json.id}`;
    const cut = runImport({ ...app().ctx, signal }, made.json.id, { isLast: false });
    await expect(cut).rejects.toThrow('killed');
    expect((await group.as()(one)).json).toMatchObject({
      status: 'running',
      total: 251,
      done: 101,
      counts: { issue: 100 },
    });
    await app().drain();
    expect((await group.as()(one)).json).toMatchObject({
      status: 'finished',
      done: 251,
      counts: { issue: 250 },
      error: null,
    });
    const list = await group.as()('GET /projects/at-ella%2Fapp/issues?per_page=1');
    expect(list.headers.get('x-total')).toBe('250');
    expect((await group.people()).size).toBe(3);
  });
});
