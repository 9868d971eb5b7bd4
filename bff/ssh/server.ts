import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import ssh2, { type ServerChannel } from 'ssh2';
import { ConfigError } from '../config.ts';
import { createContext, type Ctx } from '../context.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { HookServer } from '../git/hook-server.ts';
import { serveOverSsh, type SshService, sshCommand } from '../git/ssh-service.ts';
import { wordRefusal } from '../http/git-http.ts';
import { actorOfKey } from '../modules/deploy-keys/git-rules.ts';
import type { PushContext } from '../modules/pushes/hook-rules.ts';
import { authorizeGit, limitsOfPush, refuseOverSsh } from '../modules/pushes/rules.ts';
import type { SshKeyRow } from '../modules/ssh-keys/rules.ts';
import { keyStillThere, noteKeyUse } from '../modules/ssh-keys/sign-in-rules.ts';
import { hostKey } from './host-key.ts';
import { takeSessions } from './sessions.ts';
import { signIn } from './sign-in.ts';

const drainMs = 25_000;
/** Connections that have not signed in yet; one more is closed at once. */
const mostStrangers = 100;
/** Of these from one address. */
const mostStrangersOfOne = 50;
const mostConnections = 1000;
/** From one address, signed in or not. */
const mostOfOne = 200;
const refusedExit = 128;
/** How long a connection may take to sign in, and how long it may run nothing. */
export const sshTimes = { signInMs: 20_000, idleMs: 600_000 };

/** Git over SSH: three services of git and nothing else. */
export interface SshServer {
  port: number;
  /** Takes no new connection, waits a while for what is under way, then ends it. */
  close(): Promise<void>;
}

/** Listens where the configuration says; undefined where SSH is off. */
export async function openSsh(
  deps: Deps,
  hooks: HookServer<PushContext>,
  times: Readonly<typeof sshTimes> = sshTimes,
): Promise<SshServer | undefined> {
  const { sshPort, host } = deps.config;
  if (sshPort === undefined) return undefined;
  // The protocol tells of a connection only once it has said who it is; sockets are watched from the first.
  const sockets = new Map<string, Socket>();
  const late = new Map<Socket, NodeJS.Timeout>();
  const isKnown = (socket: Socket | undefined) => {
    if (socket === undefined) return;
    clearTimeout(late.get(socket));
    late.delete(socket);
  };
  const running = new Set<Promise<void>>();
  const protocol = new ssh2.Server(
    {
      hostKeys: [await hostKey(deps.dataDir)],
      ident: 'quarterdeck',
      keepaliveInterval: 30_000,
      // What strangers may make this process do: no unpacking, no numbers of thousands of bits.
      algorithms: {
        compress: ['none'],
        kex: [
          'curve25519-sha256',
          'curve25519-sha256@libssh.org',
          'ecdh-sha2-nistp256',
          'ecdh-sha2-nistp384',
          'ecdh-sha2-nistp521',
        ],
      },
    },
    (connection, { ip, port }) => {
      const socket = sockets.get(nameOf(ip, port));
      const cut = () => void socket?.destroy();
      // What breaks a connection ends it; nobody is told more.
      connection.on('error', cut);
      const origin = { requestId: randomUUID(), ip };
      const ctx = createContext(deps, { kind: 'anonymous' }, origin);
      let signedIn: SshKeyRow | undefined;
      connection.on(
        'authentication',
        signIn(ctx, {
          signedIn: (key) => {
            signedIn = key;
          },
          tooMany: cut,
        }),
      );
      connection.on('ready', () => isKnown(socket));
      takeSessions(connection, {
        cut,
        times,
        run(command, channel) {
          if (signedIn === undefined) return;
          const work = serve(
            { ctx: { ...ctx, origin: { ...origin, requestId: randomUUID() } }, hooks },
            { keyId: signedIn.id, command, channel },
          ).catch((error: unknown) => ctx.log.error({ err: error }, 'git over SSH failed'));
          running.add(work);
          void work.finally(() => running.delete(work));
        },
      });
    },
  );
  const server = createServer((socket) => {
    const name = nameOf(socket.remoteAddress, socket.remotePort);
    socket.on('error', () => socket.destroy());
    const { remoteAddress: from } = socket;
    const isOfOne = (one: Socket) => one.remoteAddress === from;
    const isFull =
      late.size >= mostStrangers ||
      sockets.size >= mostConnections ||
      [...late.keys()].filter(isOfOne).length >= mostStrangersOfOne ||
      [...sockets.values()].filter(isOfOne).length >= mostOfOne;
    if (isFull || deps.state.stopping) {
      socket.destroy();
      return;
    }
    sockets.set(name, socket);
    late.set(
      socket,
      setTimeout(() => socket.destroy(), times.signInMs),
    );
    socket.once('close', () => {
      isKnown(socket);
      sockets.delete(name);
    });
    protocol.injectSocket(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error) =>
      reject(new ConfigError(`Cannot listen on port ${sshPort} of ${host}: ${error.message}.`)),
    );
    server.listen(sshPort, host, () => {
      server.on('error', (error) => {
        deps.log.error({ err: error }, 'SSH could not take a connection');
      });
      resolve();
    });
  });
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  deps.state.sshPort = port;
  return {
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      let impatient: NodeJS.Timeout | undefined;
      const tired = new Promise<void>((resolve) => {
        impatient = setTimeout(resolve, drainMs);
      });
      await Promise.race([Promise.all(running), tired]);
      clearTimeout(impatient);
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
}

const nameOf = (ip: string | undefined, port: number | undefined) => `${ip} ${port}`;

interface Asked {
  keyId: number;
  command: string;
  channel: ServerChannel;
}

/** Runs one command of a connection, or says why not; how it ended goes to the client. */
async function serve(
  given: { ctx: Ctx; hooks: HookServer<PushContext> },
  asked: Asked,
): Promise<void> {
  const { channel } = asked;
  channel.on('error', () => {});
  channel.stderr.on('error', () => {});
  let exitCode = refusedExit;
  try {
    exitCode = await run(given, asked);
  } catch (error) {
    if (!(error instanceof DomainError)) {
      given.ctx.log.error({ err: error }, 'git over SSH failed');
    }
    channel.stderr.write(`ERROR: ${textOf(error)}\n`);
  }
  channel.exit(exitCode);
  channel.end();
}

/** What people at the other end read; what has no words for git tells nothing. */
function textOf(error: unknown): string {
  try {
    if (error instanceof DomainError) return wordRefusal(error.refusal).text;
  } catch {
    // The refusals that git knows are few.
  }
  return 'The server failed.';
}

async function run(
  given: { ctx: Ctx; hooks: HookServer<PushContext> },
  { keyId, command, channel }: Asked,
): Promise<number> {
  const wanted = sshCommand(command);
  if (wanted === undefined) {
    channel.stderr.write('ERROR: Only git is served here.\n');
    return refusedExit;
  }
  const key = await keyStillThere(given.ctx, keyId);
  if (key === undefined) {
    channel.stderr.write('ERROR: This key opens nothing any more.\n');
    return refusedExit;
  }
  await refuseOverSsh(given.ctx);
  const service = wanted.service === 'git-receive-pack' ? wanted.service : 'git-upload-pack';
  const actor = await actorOfKey(given.ctx, key, { path: wanted.path, service });
  const ctx = { ...given.ctx, actor };
  const place = await authorizeGit(ctx, wanted.path, service);
  await noteKeyUse(ctx, key);
  const { repo, project } = place;
  const pushes = service === 'git-receive-pack';
  const config = pushes ? await limitsOfPush(ctx) : undefined;
  const client = key.kind === 'user' ? `user ${actor.user.id}` : `deploy key ${key.id}`;
  const release = await ctx.turns.git.take(client);
  const registered = pushes ? given.hooks.register(repo, { ctx, place }) : undefined;
  try {
    const { exitCode, stderr } = await serveOverSsh({
      repo,
      service: wanted.service satisfies SshService,
      hooks: registered?.hooks,
      config,
      remoteUser: actor.user.username,
      channel,
    });
    if (exitCode !== 0)
      ctx.log.warn({ project_id: project.id, exitCode, stderr }, 'git ended badly');
    return exitCode;
  } finally {
    registered?.release();
    release();
  }
}
