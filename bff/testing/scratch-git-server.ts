import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { type GitHttpRequest, gitHttpBackend } from '../git/http-backend.ts';
import { scratchEnv } from './scratch-repository.ts';

export interface ScratchGitServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves one repository over HTTP with no other rules than those of `options`. */
export async function scratchGitServer(
  repo: string,
  options: (request: IncomingMessage) => Partial<GitHttpRequest> = () => ({}),
): Promise<ScratchGitServer> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const header = (name: string): string | undefined => request.headers[name]?.toString();
    gitHttpBackend({
      repo,
      method: request.method ?? 'GET',
      pathInfo: pathname.replace(/^\/repo\.git/, ''),
      query: search.slice(1),
      contentType: header('content-type'),
      contentEncoding: header('content-encoding'),
      gitProtocol: header('git-protocol'),
      body: request.method === 'POST' ? request : null,
      ...options(request),
    }).then(
      (answer) => {
        response.writeHead(answer.status, answer.headers);
        pipeline(answer.body, response, () => {});
      },
      () => {
        response.writeHead(500).end();
      },
    );
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is never a text.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/repo.git`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const run = promisify(execFile);

/** Runs a client's git and gives what it said; rejects with `stderr` when it failed. */
export async function clientGit(
  cwd: string,
  ...args: readonly string[]
): Promise<{ stdout: string; stderr: string }> {
  // Compressing random test data takes longer than all the rest.
  return run('git', ['-c', 'core.compression=0', ...args], {
    cwd,
    env: scratchEnv,
    maxBuffer: 1 << 28,
  });
}
