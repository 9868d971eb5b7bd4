import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Upload } from '#contract/common.ts';
import { incomingFolder } from '../files.ts';
import { createTestApp } from '../testing/test-app.ts';
import { readMultipart } from './multipart.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const roomy = { most: 50_000_000, texts: 1000 };

/** The parts of a body that comes so many bytes at a time. */
async function read(
  body: Buffer,
  { size = 7, limits = roomy, contentType = 'multipart/form-data; boundary=B' } = {},
) {
  async function* pieces() {
    for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
  }
  const incoming: Upload[] = [];
  const out: [string, string, string?][] = [];
  for await (const [name, value] of readMultipart(pieces(), {
    contentType,
    folder,
    limits,
    incoming,
  })) {
    if (typeof value === 'string') out.push([name, value]);
    else out.push([name, readFileSync(value.path, 'latin1'), value.filename]);
  }
  return out;
}

const bodyOf = (...parts: readonly [head: string, content: Buffer | string][]) =>
  Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(`--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--B--\r\n'),
  ]);

it('a body comes in pieces of any size, and is the fields and files that it holds', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\r\n--\r\n--A\r\n--'),
    randomBytes(300),
    Buffer.from('\r\n'),
  ]);
  const body = bodyOf(
    ['name="title"', 'Ünï ✓'],
    ['name="file"; filename="a b\u00fc.bin"', bytes],
    ['name="none"; filename=""', ''],
    ['name="title"', ''],
  );
  const whole = [
    ['title', 'Ünï ✓'],
    ['file', bytes.toString('latin1'), 'a bü.bin'],
    ['none', '', ''],
    ['title', ''],
  ];
  for (const size of [1, 2, 3, 64, body.length]) expect(await read(body, { size })).toEqual(whole);
  const quoted = { contentType: 'multipart/form-data; boundary="B"' };
  expect(await read(Buffer.concat([Buffer.from('what nobody reads\r\n'), body]), quoted)).toEqual(
    whole,
  );
  expect(await read(bodyOf())).toEqual([]);
});

it('a body that is torn, nameless or larger than it may be is refused', async () => {
  const body = bodyOf(['name="file"; filename="x"', randomBytes(50)], ['name="a"', 'b'.repeat(40)]);
  for (const torn of [
    body.subarray(0, -5),
    body.subarray(0, 90),
    Buffer.alloc(0),
    Buffer.from('x'),
  ]) {
    await expect(read(torn)).rejects.toThrow('malformed');
  }
  await expect(read(bodyOf(['filename="x"', 'y']))).rejects.toThrow('malformed');
  await expect(read(body, { contentType: 'multipart/form-data' })).rejects.toThrow('malformed');
  await expect(read(body, { limits: { most: 100, texts: 100 } })).rejects.toThrow('too_large');
  await expect(read(body, { limits: { most: 1000, texts: 39 } })).rejects.toThrow('too_large');
  const long = Buffer.from(`--B\r\nX: ${'y'.repeat(20_000)}\r\n\r\n\r\n--B--`);
  await expect(read(long)).rejects.toThrow('too_large');
});

it('nothing of a request stays behind, and what is no file of a form is none, whatever it claims', async () => {
  const app = await createTestApp();
  const { token } = await app.user('ann');
  const made = await app.call('POST /projects', { token, json: { name: 'quay' } });
  const path = `POST /projects/${made.json.id}/uploads`;
  const form = (name: string) => {
    const body = new FormData();
    body.set(name, new Blob(['the tide is in']), 'tide.txt');
    return body;
  };
  expect((await app.call(path, { token, body: form('file') })).status).toBe(201);
  expect((await app.call(path, { token, body: form('other') })).json).toEqual({
    error: 'file is missing',
  });
  expect((await app.call(path, { body: form('file') })).status).toBe(401);
  const claimed = {
    filename: 'x',
    type: 'text/plain',
    size: 3,
    bytes: 'abc',
    path: '/etc/hostname',
  };
  expect((await app.call(path, { token, json: { file: claimed } })).json).toEqual({
    error: 'file is invalid',
  });
  expect(readdirSync(incomingFolder(app.deps.dataDir))).toEqual([]);
  await app.close();
});
