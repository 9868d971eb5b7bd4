import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBuiltServer } from './built-server.ts';

const results = join(import.meta.dirname, '../test-results');

/** Starts the server that the tests share; `server.ts` tells them about it. */
export default async function setup(): Promise<() => Promise<void>> {
  const started = await startBuiltServer();
  process.env.QD_E2E_URL = started.url;
  process.env.QD_E2E_ROOT_PASSWORD = started.rootPassword;
  process.env.QD_E2E_ROOT_TOKEN = started.rootToken;
  return async () => {
    try {
      await started.stop();
    } finally {
      mkdirSync(results, { recursive: true });
      writeFileSync(join(results, 'server.log'), started.printed());
    }
  };
}
