import { expect, it } from 'vitest';
import { ciProject } from '../../testing/ci-projects.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('polling of dependency list exports', (app) => {
  it('an export says when to ask again, as often as the instance wants', async () => {
    const made = await ciProject(app(), 'polly', { 'yarn.lock': '# yarn lockfile v1\n' });
    const json = { export_type: 'csv' };
    const { id } = (await made.call(`POST ${made.path}/dependency_list_exports`, { json })).json;
    const { token } = await app().user('root_to_polly', { admin: true });
    for (const [polling_interval_multiplier, header] of [
      [0.5, '2500'],
      [0, '-1'],
      [1, '5000'],
    ] as const) {
      const json = { polling_interval_multiplier };
      await app().call('PUT /application/settings', { token, json });
      const shown = await app().call(`GET /dependency_list_exports/${id}`, { token: made.token });
      expect(shown.headers.get('poll-interval')).toBe(header);
    }
    await app().drain();
  });
});
