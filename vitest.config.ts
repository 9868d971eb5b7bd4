import { defineConfig } from 'vitest/config';

// Tests that replace a module for themselves; all others share what a worker has loaded, which
// saves a third of the time.
const replacing = ['merge-race', 'watch'].map(
  (name) => `bff/modules/merge-requests/${name}.test.ts`,
);
// What renders is a `.test.tsx` and has a page; one more asks for the page's own address.
const paged = ['src/**/*.test.tsx', 'src/api/client.test.ts'];
const node = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 3,
    globalSetup: ['bff/testing/postgres-server.ts'],
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: ['{bff,scripts,src}/**/*.test.ts'],
          exclude: [...replacing, ...paged],
          isolate: false,
        },
      },
      { test: { ...node, name: 'node-alone', include: replacing } },
      {
        test: {
          name: 'web',
          isolate: false,
          environment: 'jsdom',
          include: paged,
          setupFiles: ['src/testing/setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
