import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { bytesOf } from '../outbound/addresses.ts';
import type { Resolve } from '../outbound/decision.ts';

/** A name server of the test's own on the loopback interface. */
export interface DnsServer {
  /** Answers of each name: a list of addresses, or a failure of the server. */
  zone: Map<string, readonly string[] | 'failure'>;
  /** Names that were asked for, once for each question. */
  asked: string[];
  /** Called before each answer, with the number of questions for the name so far. */
  before: (name: string, count: number) => void;
  resolve: Resolve;
  close(): Promise<void>;
}

const types: Readonly<Record<number, number>> = { 1: 4, 28: 16 };
const serverFailure = 2;
const noSuchName = 3;

/** Starts a name server that knows what `zone` holds. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    zone: new Map(),
    asked: [],
    before: () => undefined,
    resolve: (name) => resolveAll(resolver, name),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (query, from) => {
    socket.send(answer(server, query), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return server;
}

async function resolveAll(resolver: Resolver, name: string): Promise<string[]> {
  const kinds = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = kinds.flatMap((kind) => (kind.status === 'fulfilled' ? kind.value : []));
  const failed = kinds.find(
    (kind) =>
      kind.status === 'rejected' && (kind.reason as NodeJS.ErrnoException).code !== 'ENODATA',
  );
  if (failed?.status === 'rejected') throw failed.reason as Error;
  return found;
}

function answer(server: DnsServer, query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const name = labels.join('.').toLowerCase();
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(12, at + 5);
  server.asked.push(name);
  server.before(name, server.asked.filter((one) => one === name).length);
  const known = server.zone.get(name);
  const size = types[type];
  const rows = (Array.isArray(known) ? (known as readonly string[]) : [])
    .map((address) => bytesOf(address) ?? [])
    .filter((bytes) => bytes.length === size);
  const code = known === 'failure' ? serverFailure : known === undefined ? noSuchName : 0;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(rows.length, 6);
  const records = rows.map((bytes) => {
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(type, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([head, Buffer.from(bytes)]);
  });
  return Buffer.concat([header, question, ...records]);
}
