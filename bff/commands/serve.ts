import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Config, ConfigError } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { answerClientErrors } from '../http/client-errors.ts';
import { type Fetch, openGate } from './gate.ts';
import { openInstance } from './instance.ts';

const drainMilliseconds = 25_000;

/** A server that listens. */
export interface Listener {
  url: string;
  /** Takes no new connection and waits, for a while, until the open requests are answered. */
  close(): Promise<void>;
}

/** Listens where the configuration says. */
export async function listen(config: Config, fetch: Fetch): Promise<Listener> {
  const server = serve({
    fetch,
    hostname: config.host,
    port: config.port,
    // A large push takes longer than any fixed limit; idle connections are ended by git-http.
    serverOptions: { requestTimeout: 0 },
  });
  answerClientErrors(server);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: Error) => reject(notListening(config, error)));
  });
  // A listening TCP server has an address and a port.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${hostOf(config.host)}:${address.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatient = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, drainMilliseconds);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await closed;
      clearTimeout(impatient);
    },
  };
}

/**
 * Starts the server and its jobs; returns what stops them again. The port comes first: where it is
 * taken nothing begins, least of all a first start whose password nobody would read. Requests
 * wait until the data is up to date.
 */
export async function startServer(config: Config): Promise<{ deps: Deps; stop(): Promise<void> }> {
  const deps = openDeps(config);
  const gate = openGate(() => deps.state.waitsFor);
  const undo: (() => Promise<void>)[] = [() => deps.close()];
  try {
    const listener = await listen(config, gate.fetch);
    undo.unshift(() => listener.close());
    if (config.publicUrl === undefined) deps.publicUrl = listener.url;
    const instance = await openInstance(deps);
    gate.open(instance.fetch);
    deps.metrics.watchProcess();
    announce(deps, instance.first?.oneTimePassword);
    return {
      deps,
      async stop() {
        deps.state.stopping = true;
        // Side by side: a supervisor waits for the longer of the two, not for both.
        await Promise.all([listener.close(), instance.drain()]);
        await instance.close();
      },
    };
  } catch (error) {
    gate.shut(error);
    for (const step of undo) await step();
    throw error;
  }
}

function notListening(config: Config, error: Error): Error {
  const code = 'code' in error ? String(error.code) : error.message;
  const why = code === 'EADDRINUSE' ? 'it is in use' : code;
  return new ConfigError(`Cannot listen on port ${config.port} of ${config.host}: ${why}.`);
}

const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host);

function announce(deps: Deps, password: string | undefined): void {
  const { clock } = deps.config;
  if (clock !== undefined)
    deps.log.warn({ clock }, 'the clock of this process can be moved by anyone');
  const lines = [`Quarterdeck listens on ${deps.publicUrl}`];
  if (password !== undefined) {
    lines.push(`Sign in as root with the one-time password ${password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
