import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { TestApp } from './test-app.ts';

/** A picture of one colour. */
export const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: '#4F54D6' } });
/** One of them. */
export const png = await picture(64).png().toBuffer();

/** An icon file around pictures, each `[side, bytes]`. */
export function iconOf(...pictures: [side: number, bytes: Buffer][]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, [side, bytes]] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(([, bytes]) => bytes)]);
}

/** A bitmap without compression as icons hold it. */
export function bitmapOf(side: number): Buffer {
  const bytes = Buffer.alloc(40 + side * side * 4 + Math.ceil(side / 32) * 4 * side);
  bytes.writeUInt32LE(40, 0);
  bytes.writeInt32LE(side, 4);
  bytes.writeInt32LE(side * 2, 8);
  bytes.writeUInt16LE(1, 12);
  bytes.writeUInt16LE(32, 14);
  return bytes;
}

/** A small PNG that says that it is very large. */
export function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(20_000, 0);
  head.writeUInt32BE(20_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(2501 * 20_000));
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([png.subarray(0, 8), ...parts]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return (sum ^ 0xffffffff) >>> 0;
}

type Sent = readonly [field: string, content: string | Buffer, name?: string];

/** What reads and changes how an instance looks. */
export function appearanceStage(app: () => TestApp) {
  let count = 0;
  const path = '/application/appearance';
  const administrator = async () => {
    const { token } = await app().user(`captain${++count}`, { admin: true });
    const put = async (json: object) => app().call(`PUT ${path}`, { token, json });
    const send = async (...parts: Sent[]) => {
      const body = new FormData();
      for (const [field, content, name] of parts) {
        if (typeof content === 'string' && name === undefined) body.append(field, content);
        else body.append(field, new Blob([new Uint8Array(Buffer.from(content))]), name);
      }
      return app().call(`PUT ${path}`, { token, body });
    };
    const show = async () => (await app().call(`GET ${path}`, { token })).json;
    return { token, put, send, show };
  };
  const fetched = async (address: string, headers: Record<string, string> = {}) => {
    const response = await app().fetch(new Request(`http://127.0.0.1:3000${address}`, { headers }));
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const folder = () => join(app().deps.dataDir, 'appearance');
  const files = () => (existsSync(folder()) ? readdirSync(folder()).toSorted() : []);

  return { administrator, fetched, folder, files };
}
