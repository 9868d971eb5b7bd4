import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { updateSettings } from '../modules/application-settings/rules.ts';
import { createFetch } from '../outbound/fetch.ts';
import type { TestApp } from './test-app.ts';

/** A request as it came in. */
export interface Received {
  method: string;
  /** With the scheme and the host that were meant. */
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  received: Received[];
  /** What is answered; 200 by default. */
  answer: (request: Received) => { status: number; body?: string; headers?: object } | 'hang-up';
  port: number;
  close(): Promise<void>;
}

const readAll = async (incoming: IncomingMessage) =>
  Buffer.concat(await incoming.toArray()).toString('utf8');

/** A real server on this machine that takes whatever comes and keeps it. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    received: [],
    answer: () => ({ status: 200 }),
    port: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server: Server = createServer((incoming, response) => {
    void readAll(incoming).then((body) => {
      const { 'x-meant-for': meant = '', ...headers } = incoming.headers as Record<string, string>;
      const request = { method: incoming.method ?? '', url: meant, headers, body };
      receiver.received.push(request);
      const answer = receiver.answer(request);
      if (answer === 'hang-up') {
        incoming.socket.destroy();
        return;
      }
      response.writeHead(answer.status, { ...answer.headers }).end(answer.body ?? '');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

/**
 * Lets an app call the receiver whatever server it means: names resolve to this machine, and
 * https, for which no authority would vouch here, is spoken as http.
 */
export async function meetReceiver(app: TestApp, receiver: Receiver): Promise<void> {
  const resolve = () => Promise.resolve(['127.0.0.1']);
  const real = createFetch(resolve);
  app.deps.resolve = resolve;
  app.deps.fetch = (policy, url, request) => {
    const there = new URL(url);
    const headers = { ...request?.headers, 'X-Meant-For': url };
    there.protocol = 'http:';
    there.port = String(receiver.port);
    return real(policy, there.href, { ...request, headers });
  };
  await updateSettings(app.ctx, { allow_local_requests_from_web_hooks_and_services: true });
}
