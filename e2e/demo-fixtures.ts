import { type Demo, type DemoServer, startDemoServer } from './demo-server.ts';
import type { Page } from '@playwright/test';
import { test as base, watch } from './fixtures.ts';

/** Tests in a demo, each from the seed on; `docs/playwright.md` shows the like to others. */
interface Fixtures {
  demo: Demo;
  /** A page of one of the demo's people, signed in by token: faster than by the form. */
  enter: (name: string) => Promise<Page>;
}

export const test = base.extend<Fixtures, { demoServer: DemoServer }>({
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
  enter: async ({ browser, demo, problems }, provide) => {
    const context = await browser.newContext();
    await watch(context, problems);
    await provide(async (name) => {
      const answer = await context.request.post('/bff/session', {
        headers: { Origin: demo.url },
        data: { token: demo.tokens[name] },
      });
      if (answer.status() !== 201) throw new Error(`Signing in answered ${answer.status()}`);
      return context.newPage();
    });
    await context.close();
  },
});
