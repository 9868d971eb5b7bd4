import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { onBothDatabases } from '../../testing/test-app.ts';

onBothDatabases('metadata', (app) => {
  it('the server tells signed-in callers which version it speaks and is', async () => {
    const { token, user } = await app().user('ann');
    for (const path of ['/version', '/metadata']) {
      const answer = await app().call(`GET ${path}`, { token });
      expect([path, answer.status, answer.json]).toEqual([
        path,
        200,
        {
          version: `18.1.0-qd.${manifest.version}`,
          revision: 'source',
          kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
          enterprise: true,
        },
      ]);
      expect((await app().call(`GET ${path}`)).status).toBe(401);
      const narrow = await app().tokenOf(user, ['read_user']);
      expect((await app().call(`GET ${path}`, { token: narrow })).status).toBe(200);
    }
  });
});
