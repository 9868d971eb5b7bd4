import type { Browser, Page, Route } from '@playwright/test';
import { signIn, watch } from '../fixtures.ts';
import { server } from '../server.ts';

/** How the server is while a screen is opened. */
export type Mode = 'full' | 'empty' | 'failing' | 'forbidden' | 'slow';

/** The id of every request that an unwell server refuses. */
export const refusedRequest = 'promise-request';

// The console's router, which its library leaves on the window.
declare global {
  var __TSR_ROUTER__: {
    history: { push(path: string): void };
    latestLocation: { href: string };
    stores: { resolvedLocation: { get(): { href: string } | undefined } };
    options: { context: { queryClient: { clear(): void; isFetching(): number } } };
  };
}

/** Read around or beside every screen, which does without them. */
const ofFrame = new Set(['/bff/bootstrap', '/bff/guidelines']);
/** Screens whose loader waits for what the frame reads too. */
const needFrame = new Set(['/sign-up', '/profile/account']);

export interface Visitor {
  readonly page: Page;
  /** What the page logged or threw by itself. */
  readonly problems: readonly string[];
  /** Requests that the unwell server has refused or held since the last visit. */
  touched(): number;
  /** Begins a new page whose server is like this. */
  begin(mode: Mode): Promise<void>;
  /** Goes to a screen as a link does, with nothing in the cache. */
  go(path: string): Promise<void>;
  /** Waits until nothing is on its way any more. */
  settled(): Promise<unknown>;
  /** Waits until the screen is there or says that it is loading. */
  answered(): Promise<unknown>;
  /** Lets the answers go that a slow server holds. */
  release(): void;
  close(): Promise<void>;
}

/** The session as it is for somebody who has terms to accept: nobody else is shown them. */
async function withTerms(route: Route) {
  const response = await route.fetch();
  const session = (await response.json()) as { demands: object };
  const terms = { text: 'Keep the fairway clear.', version: '1' };
  return { response, json: { ...session, demands: { ...session.demands, terms } } };
}

/** An administrator's browser between which and the server stands one that is unwell at will. */
export async function openVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext();
  const problems: string[] = [];
  await watch(context, problems);
  const page = await context.newPage();
  await signIn(page, 'root', server.rootPassword);
  let mode: Mode = 'full';
  let isSignedOut = false;
  let owesTerms = false;
  let needsFrame = false;
  let readsNothing = false;
  let touched = 0;
  let release = (): void => undefined;
  let gate = Promise.resolve();

  const refuse = (route: Route, status: number, message: string) =>
    route.fulfill({ status, headers: { 'x-request-id': refusedRequest }, json: { message } });
  const answer: Record<Mode, (route: Route) => Promise<void>> = {
    full: (route) => route.continue(),
    failing: (route) => refuse(route, 500, '500 Internal Server Error'),
    forbidden: (route) => refuse(route, 403, '403 Forbidden'),
    async empty(route) {
      const response = await route.fetch();
      if (!(await response.text()).startsWith('[')) return route.fulfill({ response });
      const headers = { ...response.headers(), 'x-total': '0', 'x-next-page': '' };
      return route.fulfill({ response, headers, json: [] });
    },
    async slow(route) {
      await gate;
      await route.continue();
    },
  };
  await context.route(/\/(api\/v4|bff)\//, async (route) => {
    const request = route.request();
    const isSession = new URL(request.url()).pathname === '/bff/session';
    if (isSession && isSignedOut)
      return route.fulfill({ json: { user: null, csrf_token: null, demands: null } });
    if (isSession && owesTerms) return route.fulfill(await withTerms(route));
    if (isSession || request.method() !== 'GET') return route.continue();
    // What the frame shows is no part of a screen, and a screen that is left may still ask for it.
    const isOfFrame = ofFrame.has(new URL(request.url()).pathname);
    if (!readsNothing && (needsFrame || !isOfFrame)) touched += 1;
    // A page that has gone on to the next screen wants no answer any more.
    return answer[mode](route).catch(() => undefined);
  });

  return {
    page,
    problems,
    touched: () => touched,
    async begin(next) {
      mode = next;
      release();
      gate = Promise.resolve();
      isSignedOut = false;
      owesTerms = false;
      await page.goto('/');
    },
    async go(path) {
      isSignedOut = path === '/sign-in' || path === '/sign-up';
      owesTerms = path === '/terms';
      needsFrame = needFrame.has(path);
      // What is asked for here is asked for by the screen that is left.
      readsNothing = path === '/sign-in' || path === '/terms';
      touched = 0;
      release();
      if (mode === 'slow') {
        gate = new Promise((resolve) => {
          release = resolve;
        });
      }
      await page.evaluate((to) => {
        __TSR_ROUTER__.options.context.queryClient.clear();
        __TSR_ROUTER__.history.push(to);
      }, path);
    },
    settled: () =>
      page.waitForFunction(
        () =>
          __TSR_ROUTER__.stores.resolvedLocation.get()?.href ===
            __TSR_ROUTER__.latestLocation.href &&
          __TSR_ROUTER__.options.context.queryClient.isFetching() === 0 &&
          document.querySelector('h1') !== null,
      ),
    answered: () =>
      page.waitForFunction(
        () =>
          __TSR_ROUTER__.stores.resolvedLocation.get()?.href ===
            __TSR_ROUTER__.latestLocation.href ||
          document.querySelector('[role="status"][aria-label="Loading"]')?.checkVisibility(),
      ),
    release: () => release(),
    close: () => context.close(),
  };
}
