import { getConnInfo } from '@hono/node-server/conninfo';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from '../config.ts';
import type { Origin } from '../context.ts';

const longestReason = 500;
const longestUserAgent = 1000;

/**
 * The caller's address (behind the declared number of proxies), the request id, and the reason that
 * is given for a change.
 */
export function originOf(c: Context, config: Pick<Config, 'trustProxy'>): Origin {
  // The first middleware sets it on every request.
  const requestId = c.get('requestId') as string;
  const reason = reasonOf(c.req.header('x-change-reason') ?? '');
  const userAgent = c.req.header('user-agent')?.slice(0, longestUserAgent);
  const ip = addressOf(c, config.trustProxy);
  return { requestId, ip, userAgent, ...(reason !== '' && { reason }) };
}

/** Percent-encoded, as headers carry no other letters; what is not is taken as it is. */
function reasonOf(sent: string): string {
  let text = sent;
  try {
    text = decodeURIComponent(sent);
  } catch {
    // A bare percent sign of somebody who did not encode.
  }
  return [...text.replaceAll('\0', '').trim()].slice(0, longestReason).join('');
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
