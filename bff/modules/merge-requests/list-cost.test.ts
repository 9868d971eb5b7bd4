import { expect, it, vi } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('the cost of a list of merge requests', (app) => {
  it('does not grow with its rows, their projects or the labels that it asks for', async () => {
    const { token } = await app().user('quartermaster');
    const admin = await app().user('harbormaster', { admin: true });
    const call = (request: string, json?: object) => app().call(request, { token, json });
    const group = (await call('POST /groups', { name: 'Fleet', path: 'fleet' })).json;
    const many = Array.from({ length: 35 }, (_, index) => `cargo ${index}`);
    const ids: number[] = [];
    for (const name of ['sloop', 'brig', 'cutter']) {
      const made = { name, namespace_id: group.id, initialize_with_readme: true };
      const { id } = (await call('POST /projects', made)).json;
      await call(`POST /projects/${id}/repository/branches`, { branch: 'sail', ref: 'main' });
      const asked = { title: name, source_branch: 'sail', target_branch: 'main' };
      await call(`POST /projects/${id}/merge_requests`, { ...asked, labels: many.join() });
      await call(`POST /projects/${id}/issues`, { title: name, labels: many.join() });
      ids.push(id);
    }
    await app().drain();
    await app().call('POST /features/restrict_merge_status_recheck', {
      token: admin.token,
      json: { value: true, project: 'fleet/brig' },
    });
    const unchecked = async () => {
      const change = { merge_status: 'unchecked' } as const;
      await app().deps.db.updateTable('merge_requests').set(change).execute();
    };
    const list = (query: string) =>
      call(`GET /groups/${group.id}/merge_requests?with_merge_status_recheck=true&${query}`);

    const queries = vi.spyOn(app().deps.db.getExecutor(), 'executeQuery');
    const costOf = async (query: string) => {
      await unchecked();
      queries.mockClear();
      const { length } = (await list(query)).json;
      return [length, queries.mock.calls.length];
    };
    await costOf('');
    const [one, cost] = await costOf('per_page=1&labels=cargo 0');
    expect(one).toBe(1);
    expect(await costOf('per_page=2&labels=cargo 0,cargo 1,cargo 2')).toEqual([2, cost]);
    queries.mockRestore();

    // More names than any condition may nest; a name that is nowhere leaves nothing.
    const everyCargo = encodeURIComponent(many.join());
    for (const where of ['merge_requests', 'issues']) {
      const found = async (more: string) =>
        (await call(`GET /groups/${group.id}/${where}?labels=${everyCargo}${more}`)).json.length;
      expect([where, await found(''), await found(',none such')]).toEqual([where, 3, 0]);
      const nowhere = Array.from({ length: 1200 }, (_, index) => `n${index}`).join();
      const none = await call(`GET /groups/${group.id}/${where}?labels=${nowhere}`);
      expect([where, none.status, none.json]).toEqual([where, 200, []]);
    }

    const reader = await app().user('lookout');
    for (const id of ids) {
      await call(`POST /projects/${id}/members`, { user_id: reader.id, access_level: 20 });
    }
    await app().drain();
    await unchecked();
    await app().call(`GET /groups/${group.id}/merge_requests?with_merge_status_recheck=true`, {
      token: reader.token,
    });
    await app().drain();
    const checked = (await call(`GET /groups/${group.id}/merge_requests`)).json as {
      title: string;
      merge_status: string;
    }[];
    expect(Object.fromEntries(checked.map((row) => [row.title, row.merge_status]))).toEqual({
      sloop: 'cannot_be_merged',
      brig: 'unchecked',
      cutter: 'cannot_be_merged',
    });
  });
});
