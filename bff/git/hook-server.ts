import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuarantinedRepo } from './environment.ts';
import { type HookMessage, parseHookMessage } from './hook-message.ts';
import { type HookName, hookEnvironment } from './hooks.ts';
import type { PushHooks } from './http-backend.ts';
import type { RefChange } from './refs.ts';

/** A push as its hooks see it. */
export interface Push<Context> {
  /** What the caller registered. */
  readonly context: Context;
  readonly updates: readonly RefChange[];
  readonly pushOptions: readonly string[];
  /** For reading: before the refs move, the new objects are visible only through this. */
  readonly repo: QuarantinedRepo;
}

export interface PushVerdict {
  readonly accepted: boolean;
  /** Shown to the person who pushes, after `remote: `. */
  readonly message?: string | undefined;
}

export interface HookServerOptions<Context> {
  /** The folder that `installHooks` wrote. */
  readonly hooksFolder: string;
  /** Decides before refs move; throwing refuses. */
  onPreReceive(push: Push<Context>): Promise<PushVerdict>;
  /** Told after refs have moved; the text is shown to the person who pushes. */
  onPostReceive(push: Push<Context>): Promise<string | undefined>;
  onError(error: unknown): void;
}

export interface HookServer<Context> {
  /** Announces one push of one repository; its hooks may then ask once each. */
  register(repo: string, context: Context): { readonly hooks: PushHooks; release(): void };
  close(): Promise<void>;
}

interface Registration<Context> {
  readonly repo: string;
  readonly context: Context;
  /** The hook that may ask next; git runs the second only after the first has accepted. */
  expects: HookName | undefined;
}

const unavailable: PushVerdict = {
  accepted: false,
  message: 'The server could not check this push.',
};
const maxMessageBytes = 64 * 1024 * 1024;
const messageWaitMs = 30_000;

/** Opens the unix socket on which hooks ask whether a push may pass. */
export async function openHookServer<Context>(
  options: HookServerOptions<Context>,
): Promise<HookServer<Context>> {
  const registered = new Map<string, Registration<Context>>();
  const open = new Set<Socket>();
  const folder = await mkdtemp(join(socketRoot(), 'qd-hooks-'));
  const socketPath = join(folder, 'hook.sock');

  const decide = async (message: HookMessage): Promise<PushVerdict> => {
    const registration = registered.get(digest(message.secret));
    if (!registration || registration.expects !== message.name) return unavailable;
    registration.expects = undefined;
    const push: Push<Context> = {
      context: registration.context,
      updates: message.updates,
      pushOptions: message.pushOptions,
      repo: { path: registration.repo, env: message.objects },
    };
    if (message.name === 'post-receive') {
      return { accepted: true, message: await options.onPostReceive(push) };
    }
    const verdict = await options.onPreReceive(push);
    if (verdict.accepted) registration.expects = 'post-receive';
    return verdict;
  };
  const serve = async (socket: Socket): Promise<void> => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => {});
    let verdict = unavailable;
    try {
      const message = parseHookMessage(await readAll(socket));
      if (message === 'bad_ref') verdict = { accepted: false, message: 'A ref name is not valid.' };
      else if (message) verdict = await decide(message);
    } catch (error) {
      options.onError(error);
    }
    socket.end(JSON.stringify(verdict));
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void serve(socket);
  });
  await listen(server, socketPath);
  await chmod(socketPath, 0o600);

  return {
    register: (repo, context) => {
      const secret = randomBytes(32).toString('base64url');
      // Found by its hash, so the time of a look-up tells nothing about a secret.
      const key = digest(secret);
      registered.set(key, { repo, context, expects: 'pre-receive' });
      const env = { QD_HOOK_SOCKET: socketPath, QD_PUSH_SECRET: secret };
      return {
        hooks: {
          path: options.hooksFolder,
          env: { ...hookEnvironment(options.hooksFolder), ...env },
        },
        release: () => {
          registered.delete(key);
        },
      };
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A socket's path may have about 100 bytes, which the data folder can exceed. */
export function socketRoot(): string {
  return Buffer.byteLength(tmpdir()) > 70 ? '/tmp' : tmpdir();
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    socket.setTimeout(messageWaitMs, () => socket.destroy(new Error('a hook said nothing')));
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxMessageBytes) socket.destroy(new Error('a hook said too much'));
      else chunks.push(chunk);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a hook broke off')));
    socket.once('end', () => {
      socket.setTimeout(0);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}
