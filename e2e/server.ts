/** The server that `global-setup.ts` started; known when tests run, not when they are listed. */
export const server = {
  get url() {
    return setting('QD_E2E_URL');
  },
  get rootPassword() {
    return setting('QD_E2E_ROOT_PASSWORD');
  },
  get rootToken() {
    return setting('QD_E2E_ROOT_TOKEN');
  },
};

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by e2e/global-setup.ts only`);
  return value;
}

interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** A v4 client with one token: `await api(token)<{ id: number }>('POST', '/projects', {…})`. */
export function api(token: string, base = server.url) {
  return async <T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const answer = await fetch(`${base}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    // The caller names the record that it asserts on; a wrong name fails that assertion.
    const read = (isJson ? JSON.parse(text) : text) as T;
    return { status: answer.status, headers: answer.headers, body: read };
  };
}
