import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  createTestApp,
  type TestApp,
  type TestUser,
  testOrigin,
} from '../../bff/testing/test-app.ts';
import { queryClient } from '../api/client.ts';

/** The real server in process, behind the page's own `fetch`. */
export interface Backend {
  readonly app: TestApp;
  /** Signs in as a new user of this name, with a session as a browser has it. */
  signIn(username: string, options?: { admin?: boolean }): Promise<TestUser>;
  /** Ends the session behind the page's back. */
  loseSession(): void;
  /** Answers of a server that is not well, for the rest of the test. */
  readonly override: ReturnType<typeof setupServer>['use'];
}

/** Starts it for the tests of one file, with this environment. */
export function startBackend(
  environment: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): () => Backend {
  let backend: Backend | undefined;
  let cookie = '';
  const server = setupServer();

  beforeAll(async () => {
    const app = await createTestApp('sqlite', await environment());
    server.listen({ onUnhandledRequest: 'error' });
    const forward = http.all('*', async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('origin', testOrigin);
      if (cookie !== '') headers.set('cookie', cookie);
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const answer = await app.fetch(
        new Request(testOrigin + pathname + search, {
          method: request.method,
          headers,
          body: hasBody ? await request.arrayBuffer() : null,
        }),
      );
      for (const set of answer.headers.getSetCookie()) cookie = set.split(';')[0] ?? '';
      return new HttpResponse(await answer.arrayBuffer(), {
        status: answer.status,
        headers: answer.headers,
      });
    });
    server.resetHandlers(forward);
    backend = {
      app,
      override: server.use.bind(server),
      async signIn(username, options) {
        const user = await app.user(username, options);
        const answer = await app.call('POST /bff/session', {
          headers: { origin: testOrigin },
          json: { username, password: user.password },
        });
        cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        return user;
      },
      loseSession() {
        cookie = '';
      },
    };
  });
  afterEach(() => {
    server.resetHandlers();
    queryClient.clear();
    cookie = '';
  });
  afterAll(async () => {
    server.close();
    await backend?.app.close();
  });
  return () => {
    if (backend === undefined) throw new Error('the backend is not there yet');
    return backend;
  };
}
