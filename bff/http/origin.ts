import { getConnInfo } from '@hono/node-server/conninfo';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from '../config.ts';
import type { Origin } from '../context.ts';

/** The caller's address (behind the declared number of proxies) and the request id. */
export function originOf(c: Context, config: Pick<Config, 'trustProxy'>): Origin {
  // The first middleware sets it on every request.
  const requestId = c.get('requestId') as string;
  return { requestId, ip: addressOf(c, config.trustProxy) };
}

/** The address at the other end of the connection, whatever headers say. */
export function peerOf(c: Context): string {
  // In process, as tests call the app, there is no connection.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const peer = incoming === undefined ? '127.0.0.1' : getConnInfo(c).remote.address;
  return peer ?? '127.0.0.1';
}

function addressOf(c: Context, proxies: number): string {
  const chain = [
    ...(c.req.header('x-forwarded-for') ?? '').split(',').flatMap((part) => part.trim() || []),
    peerOf(c),
  ];
  return chain[Math.max(0, chain.length - 1 - proxies)] ?? '127.0.0.1';
}
