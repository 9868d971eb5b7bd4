import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { GitConfig, GitEnv } from './environment.ts';
import { GitError, type GitProcess, outputOf, spawnGit } from './process.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** The hooks of one push, from the hook server. */
export interface PushHooks {
  readonly path: string;
  readonly env: GitEnv;
}

export interface GitHttpRequest {
  readonly repo: string;
  readonly method: string;
  /** What follows the repository in the URL: `/info/refs`, `/git-upload-pack`, `/git-receive-pack`. */
  readonly pathInfo: string;
  readonly query: string;
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly gitProtocol?: string | undefined;
  /** Who pushes, for the reflog. */
  readonly remoteUser?: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Needed for a push: without its hooks git would let everything pass. */
  readonly hooks?: PushHooks | undefined;
  readonly config?: GitConfig | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ends an exchange in which no byte moves for so long; 15 minutes. */
  readonly idleMs?: number | undefined;
}

export interface GitHttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Destroying it ends git. */
  readonly body: Readable;
  /** How git ended; never rejects. */
  readonly done: Promise<{ readonly exitCode: number; readonly stderr: string }>;
}

const defaultIdleMs = 15 * 60 * 1000;
const maxHeadBytes = 16 * 1024;

/**
 * Which service a request asks for, so that the caller knows what to authorise; undefined for
 * anything but the smart protocol.
 */
export function gitHttpService(
  request: Pick<GitHttpRequest, 'method' | 'pathInfo' | 'query'>,
): { readonly service: GitService; readonly advertises: boolean } | undefined {
  const { method, pathInfo, query } = request;
  if (method === 'GET' && pathInfo === '/info/refs') {
    const asked = new URLSearchParams(query).getAll('service');
    const service = asked.length === 1 ? serviceOf(asked[0]) : undefined;
    return service && { service, advertises: true };
  }
  const service = method === 'POST' ? serviceOf(pathInfo.replace(/^\//, '')) : undefined;
  return service && { service, advertises: false };
}

function serviceOf(text: string | undefined): GitService | undefined {
  return text === 'git-upload-pack' || text === 'git-receive-pack' ? text : undefined;
}

/**
 * Answers one request of git's smart HTTP protocol by `git http-backend`, streaming both ways. The
 * caller has authorised it. Resolves when git has written the head of its answer.
 */
export async function gitHttpBackend(request: GitHttpRequest): Promise<GitHttpResponse> {
  const asked = gitHttpService(request);
  if (!asked) throw new Error('not a request of the smart HTTP protocol');
  const isPush = asked.service === 'git-receive-pack' && !asked.advertises;
  if (isPush) await requireHooks(request.hooks);
  request.signal?.throwIfAborted();

  const running = spawnGit(['http-backend'], {
    env: { ...cgiEnvironment(request, asked.service), ...(isPush ? request.hooks?.env : {}) },
    config: [
      ...(request.config ?? []),
      ...(isPush && request.hooks ? ([['core.hooksPath', request.hooks.path]] as const) : []),
    ],
    stdin: request.body !== null,
  });
  const done = new Promise<{ exitCode: number; stderr: string }>((resolve) => {
    running.child.once('close', (code: number | null) =>
      resolve({ exitCode: code ?? -1, stderr: running.stderr() }),
    );
  });
  // A failed service says so in the protocol; only a killed one leaves its answer incomplete.
  const output = outputOf(running, (exitCode, signal) =>
    signal === null ? undefined : new GitError(running.args, exitCode, `ended by ${signal}`),
  );
  const touch = watchIdle(request, running, output);
  if (request.body && running.stdin) {
    void pump(request.body, running.stdin, touch).catch((error: unknown) => {
      output.destroy(error instanceof Error ? error : new Error('the request broke off'));
    });
  }
  const head = await readHead(output, running);
  return { ...head, body: output, done };
}

/** Fails closed: git runs no hook at all when the file is missing. */
async function requireHooks(hooks: PushHooks | undefined): Promise<void> {
  if (!hooks) throw new Error('a push needs hooks');
  await access(join(hooks.path, 'pre-receive'), constants.X_OK);
}

function cgiEnvironment(request: GitHttpRequest, service: GitService): GitEnv {
  const { contentType, contentEncoding, gitProtocol, remoteUser } = request;
  return {
    GIT_PROJECT_ROOT: request.repo,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: request.pathInfo,
    REQUEST_METHOD: request.method,
    QUERY_STRING: request.method === 'GET' ? `service=${service}` : '',
    ...(contentType === undefined ? {} : { CONTENT_TYPE: contentType }),
    ...(contentEncoding === undefined ? {} : { HTTP_CONTENT_ENCODING: contentEncoding }),
    ...(gitProtocol === undefined ? {} : { GIT_PROTOCOL: gitProtocol }),
    ...(remoteUser ? { REMOTE_USER: remoteUser, GIT_COMMITTER_NAME: remoteUser } : {}),
  };
}

/** Ends the exchange when the caller aborts or nothing moves any more. */
function watchIdle(request: GitHttpRequest, running: GitProcess, output: Readable): () => void {
  const idleMs = request.idleMs ?? defaultIdleMs;
  const timer = setTimeout(() => {
    output.destroy(new Error(`nothing moved for ${idleMs} ms`));
  }, idleMs);
  const touch = (): void => {
    timer.refresh();
  };
  running.stdout.on('data', touch);
  const abort = (): void => {
    output.destroy(new Error('the request was aborted'));
  };
  request.signal?.addEventListener('abort', abort, { once: true });
  output.once('close', () => {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', abort);
  });
  return touch;
}

async function pump(
  body: AsyncIterable<Uint8Array>,
  stdin: Writable,
  touch: () => void,
): Promise<void> {
  for await (const chunk of body) {
    touch();
    // Git may answer before it has read all. The client still sends the rest before it listens, so
    // that is read and dropped.
    if (!stdin.write(chunk)) await writable(stdin);
  }
  stdin.end();
}

function writable(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      stdin.off('drain', settle);
      stdin.off('close', settle);
      resolve();
    };
    stdin.once('drain', settle);
    stdin.once('close', settle);
    if (stdin.destroyed) settle();
  });
}

/** Reads the head that git writes as a CGI program and leaves the rest in the stream. */
function readHead(
  output: Readable,
  running: GitProcess,
): Promise<Pick<GitHttpResponse, 'status' | 'headers'>> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const settle = (error?: Error): void => {
      output.off('readable', read);
      output.off('end', ended);
      output.off('error', settle);
      if (!error) return;
      output.destroy();
      reject(error);
    };
    const ended = (): void => {
      settle(new GitError(running.args, running.child.exitCode ?? -1, running.stderr()));
    };
    const read = (): void => {
      // A byte stream without encoding gives Buffers.
      const chunk = output.read() as Buffer | null;
      if (chunk === null) return;
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf('\r\n\r\n');
      if (end >= 0) {
        settle();
        const rest = bytes.subarray(end + 4);
        if (rest.length > 0) output.unshift(rest);
        resolve(parseHead(bytes.toString('latin1', 0, end)));
      } else if (bytes.length > maxHeadBytes) {
        settle(new GitError(running.args, -1, 'the answer has no head'));
      }
    };
    output.on('readable', read);
    output.once('end', ended);
    output.once('error', settle);
  });
}

function parseHead(text: string): Pick<GitHttpResponse, 'status' | 'headers'> {
  const fields = text.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const { status = '200', ...headers } = Object.fromEntries(fields);
  return { status: Number.parseInt(status, 10), headers };
}
