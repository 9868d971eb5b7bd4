import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { isDoneWithout } from '../../bff/testing/postgres.ts';
import { startBuiltServer } from '../built-server.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'python_gitlab.py');
const python = '/usr/bin/python3';
const installed = '/usr/lib/python3/dist-packages/gitlab';

test('python-gitlab does its work on every resource that it knows', async () => {
  // `npm test` installs it on Debian as root.
  test.skip(isDoneWithout('python-gitlab'), 'QD_TEST_WITHOUT says so');
  expect(existsSync(python) && existsSync(installed), 'python3-gitlab is installed').toBe(true);
  // A server of its own: it changes settings and counts what it finds.
  const server = await startBuiltServer();
  try {
    const env = { PATH: process.env.PATH, QD_URL: server.url, QD_TOKEN: server.rootToken };
    const { stdout } = await run(python, [script], { env }).catch((error: unknown) => {
      // A failed run prints what failed; without output the program itself did not run.
      const { stdout: printed } = error as { stdout?: string };
      if (!printed) throw error;
      return { stdout: printed };
    });
    expect(stdout).toMatch(/^\d+ passed, 0 failed$/m);
  } finally {
    await server.stop();
  }
});
