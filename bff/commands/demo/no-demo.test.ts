import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { ConfigError } from '../../config.ts';
import { startDemo } from './run.ts';

describe('what is no demo', () => {
  it('has no reset', async () => {
    const app = await createTestApp();
    expect((await app.call('POST /-/demo/reset')).status).toBe(404);
    await app.close();
  });

  it.each([
    [{ QD_DATA_DIR: './data' }, [], 'The demo has data of its own: unset QD_DATA_DIR.'],
    [{ DATABASE_URL: 'postgres://x' }, [], 'The demo has data of its own: unset DATABASE_URL.'],
    [{ QD_HOST: '0.0.0.0' }, [], 'The demo has no secrets: QD_HOST must be a loopback address.'],
    [{}, ['--seed', 'high'], '--seed must be a whole number.'],
    [{}, ['now'], 'demo takes no now.'],
  ])('is not made a demo: %j %j', async (env, args, sentence) => {
    const start = startDemo(args, { env, print: () => undefined });
    await expect(start).rejects.toThrow(new ConfigError(sentence));
  });
});
