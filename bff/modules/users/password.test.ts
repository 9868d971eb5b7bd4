import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDeps } from '../../deps.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('a server keeps passwords as argon2id over 19 MiB in two passes', async () => {
  const app = await createTestApp();
  const started = openDeps(readConfig({ QD_DATA_DIR: join(app.deps.dataDir, 'started') }));
  try {
    const ctx = { ...app.ctx, passwordCost: started.passwordCost };
    const stored = await hashPassword(ctx, 'a long enough one');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(ctx, stored, 'a long enough one')).toBe(true);
    expect(await verifyPassword(ctx, stored, 'another one')).toBe(false);
    expect(await verifyPassword(ctx, null, 'no user has this one')).toBe(false);
  } finally {
    await started.close();
    await app.close();
  }
});
