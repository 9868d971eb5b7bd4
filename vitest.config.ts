import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const webSetup = 'src/testing/setup.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['bff/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['bff/testing/postgres-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
