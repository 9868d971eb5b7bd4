import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublic } from './addresses.ts';
import { type AllowList, allowsAddress, allowsName } from './allow-list.ts';

/** What the settings say about calls to the outside. */
export interface OutboundPolicy {
  allowLocal: boolean;
  denyUnlisted: boolean;
  /** Off: the name is resolved anew by whoever connects. */
  pin: boolean;
  allowed: AllowList;
}

/** All addresses of a name; rejects where there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** The resolver of the machine: all its answers, `hosts` file included. */
export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * A call to the outside that did not come about. Whatever went wrong, callers read the same text:
 * else it would tell which names resolve and which ports answer inside the network.
 */
export class OutboundError extends Error {
  constructor(cause: unknown) {
    super('The address could not be reached or is not allowed', { cause });
    this.name = 'OutboundError';
  }
}

/** A checked destination. */
export interface Destination {
  url: URL;
  /** Without brackets. */
  host: string;
  port: number;
  /** Every address of the host, each checked; empty where the name is not to be pinned. */
  addresses: readonly string[];
}

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Checks a URL against the policy: every address that its host has must be allowed. */
export async function decide(
  policy: OutboundPolicy,
  text: string | URL,
  resolve: Resolve,
): Promise<Destination> {
  const { url, host, port } = placeOf(text);
  const addresses = await allowedAddresses(policy, host, port, resolve);
  return { url, host, port, addresses: isIP(host) === 0 && !policy.pin ? [] : addresses };
}

/** All addresses of a host, each of them allowed; no host that has one that is not. */
export async function allowedAddresses(
  policy: OutboundPolicy,
  host: string,
  port: number,
  resolve: Resolve,
): Promise<readonly string[]> {
  const named = isIP(host) === 0;
  const listed = named && allowsName(policy.allowed, host, port);
  const addresses = named ? await resolved(host, resolve) : [host];
  for (const address of addresses) {
    if (!listed && !isOpen(policy, address, port)) {
      throw new OutboundError(`${address} is not allowed`);
    }
  }
  return addresses;
}

const loopback = ['127.0.0.1', '::1'];

/**
 * May a URL be kept, to be called later? Nobody is asked for a name's address, so that nothing is
 * told of the names inside the network: it is judged at each call.
 */
export function mayBeStored(policy: OutboundPolicy, text: string): boolean {
  try {
    const { host, port } = placeOf(text);
    if (isIP(host) !== 0) return isOpen(policy, host, port);
    if (allowsName(policy.allowed, host, port)) return true;
    const isLocal = /(^|\.)localhost\.?$/i.test(host);
    return isLocal ? loopback.every((one) => isOpen(policy, one, port)) : !policy.denyUnlisted;
  } catch (error) {
    if (error instanceof OutboundError) return false;
    throw error;
  }
}

function placeOf(text: string | URL): Omit<Destination, 'addresses'> {
  const url = parse(text);
  const standard = standardPorts[url.protocol];
  if (standard === undefined) throw new OutboundError('neither http nor https');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? standard : Number(url.port);
  if (host === '' || port === 0) throw new OutboundError('no host or no port');
  return { url, host, port };
}

function isOpen(policy: OutboundPolicy, address: string, port: number): boolean {
  const open = isPublic(address) || policy.allowLocal;
  return (open && !policy.denyUnlisted) || allowsAddress(policy.allowed, address, port);
}

function parse(text: string | URL): URL {
  try {
    return new URL(text);
  } catch (error) {
    throw new OutboundError(error);
  }
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (error) {
    throw new OutboundError(error);
  }
  if (addresses.length === 0 || addresses.some((address) => isIP(address) === 0)) {
    throw new OutboundError('no address');
  }
  return addresses;
}

/** What one git process must be given to reach a checked destination and no other. */
export interface GitDoor {
  url: string;
  config: readonly (readonly [key: string, value: string])[];
  env: Readonly<Record<string, string>>;
}

/**
 * The same decision for git, as settings of one git process: the name stands for the checked
 * addresses, redirects are off, and no other protocol is spoken.
 */
export async function decideForGit(
  policy: OutboundPolicy,
  text: string,
  resolve: Resolve,
): Promise<GitDoor> {
  const { url, host, port, addresses } = await decide(policy, text, resolve);
  const config: [string, string][] = [
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
  ];
  if (addresses.length > 0 && isIP(host) === 0) {
    const bracketed = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address));
    config.push(['http.curloptResolve', `${host}:${port}:${bracketed.join(',')}`]);
  }
  return { url: url.href, config, env: { GIT_ALLOW_PROTOCOL: 'http:https' } };
}
