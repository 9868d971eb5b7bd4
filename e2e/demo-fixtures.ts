import { type Demo, type DemoServer, startDemoServer } from './demo-server.ts';
import { test as base } from './fixtures.ts';

/** Tests in a demo, each from the seed on; `docs/playwright.md` shows the like to others. */
export const test = base.extend<{ demo: Demo }, { demoServer: DemoServer }>({
  demoServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed
    async ({}, provide) => {
      const server = await startDemoServer('small');
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ demoServer }, provide) => provide(demoServer.url),
  demo: [
    async ({ demoServer }, provide) => {
      const answer = await fetch(`${demoServer.url}/-/demo/reset`, { method: 'POST' });
      if (!answer.ok) throw new Error(`The reset answered ${answer.status}`);
      await provide(demoServer);
    },
    { auto: true },
  ],
});
