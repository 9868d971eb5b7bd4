import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowListOf } from './allow-list.ts';
import { createFetch } from './fetch.ts';

const policy = { allowLocal: true, denyUnlisted: false, pin: true, allowed: allowListOf([]) };

describe('a server out there', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  let port: number;
  beforeAll(async () => {
    // Speaks as far as the path of the request says, and is silent from then on.
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        if (data.toString().startsWith('GET /begins')) {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  const fetch = createFetch(() => Promise.resolve(['127.0.0.1']));
  const causeOf = (url: string, limits: object) =>
    fetch(policy, url, { timeout: 20_000, ...limits }).then(
      () => 'an answer',
      (error: Error) => String(error.cause),
    );

  it('that takes too long to connect, to speak on or to end is given up, each by its own time', async () => {
    const secure = `https://127.0.0.1:${port}/`;
    expect(await causeOf(secure, { connectTimeout: 100 })).toContain('no connection');
    const plain = `http://127.0.0.1:${port}`;
    expect(await causeOf(`${plain}/silent`, { idleTimeout: 100 })).toContain('no sign of life');
    expect(await causeOf(`${plain}/begins`, { idleTimeout: 100 })).toMatch(
      /no sign of life|aborted/,
    );
    expect(await causeOf(`${plain}/begins`, { timeout: 200 })).toMatch(/abort|slow/i);
  });
});
