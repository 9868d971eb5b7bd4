import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { isDoneWithout } from '../../bff/testing/postgres.ts';
import { startBuiltServer } from '../built-server.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'settings_as_code.py');
const python = '/usr/bin/python3';
const programs = ['/usr/bin/gitlabracadabra', '/usr/bin/gitlab-rulez'];

test('gitlabracadabra and gitlab-rulez find nothing to do a second time', async () => {
  // `npm test` installs them on Debian; elsewhere one says that they are missing.
  test.skip(isDoneWithout('settings-as-code'), 'QD_TEST_WITHOUT says so');
  for (const program of [python, ...programs]) expect(existsSync(program), program).toBe(true);
  const server = await startBuiltServer();
  const folder = mkdtempSync(join(tmpdir(), 'qd-as-code-'));
  try {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      QD_URL: server.url,
      QD_TOKEN: server.rootToken,
      QD_FOLDER: folder,
    };
    const { stdout } = await run(python, [script], { env });
    expect(stdout).toMatch(/^2 passed, 0 failed$/m);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
