import { Readable } from 'node:stream';
import type { Context } from 'hono';
import qs from 'qs';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Upload } from '#contract/common.ts';
import { DomainError, malformed, tooLarge } from '../errors.ts';
import { incomingFolder } from '../files.ts';
import { type Raw, RepeatedText } from './decode.ts';
import { readMultipart } from './multipart.ts';
import { weighJson } from './weigh-json.ts';

/** Limits of a body: `decisions.md` and note 1.3. */
const bodyLimits = {
  bytes: 20 * 1024 * 1024,
  /** What a multipart body may hold besides its file. */
  aroundFile: 1024 * 1024,
  files: 100,
  depth: 32,
  list: 50_000,
  hash: 50_000,
  elements: 100_000,
} as const;

const bracketed = { arrayLimit: 1000, parameterLimit: 5000, depth: 6, plainObjects: true } as const;
const strict = new TextDecoder('utf-8', { fatal: true });

/** Formats that a `format` in the query may name; every answer is JSON all the same. */
const formats = ['json', 'txt'];

/** What a request may weigh, and where its files lie; `fileBytes` is asked for multipart bodies only. */
export interface RequestLimits {
  fileBytes(): Promise<number>;
  dataDir: string;
  /** The files that came, to be removed when the request is over. */
  incoming: Upload[];
}

/** Query, body and path parameters of a request in one; path parameters win. */
export async function readRequest(
  c: Context,
  endpoint: Endpoint,
  limits: RequestLimits,
): Promise<Raw> {
  const url = c.req.url;
  const at = url.indexOf('?');
  refuseBrokenPath(at === -1 ? url : url.slice(0, at));
  const query = at === -1 ? {} : parsePairs(url.slice(at + 1));
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  const body = reads ? {} : await readBody(c, limits);
  refuseFormat(endpoint, query.format);
  const merged = { ...query, ...body };
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(c.req.param())) {
    if (typeof value === 'string' && endpoint.path.includes(`:${name}`)) params[name] = value;
  }
  const raw = { ...merged, ...params };
  refuseBadText(raw);
  return raw;
}

/** `format` chooses nothing here, but one that no server knows is refused. */
function refuseFormat(endpoint: Endpoint, format: unknown): void {
  if (format === undefined || endpoint.base !== undefined) return;
  if (endpoint.query !== undefined && 'format' in endpoint.query.shape) return;
  const asked = typeof format === 'string' ? format : '';
  if (!formats.includes(asked)) throw new DomainError({ kind: 'not_acceptable', format: asked });
}

async function readBody(c: Context, limits: RequestLimits): Promise<Raw> {
  const declared = Number(c.req.header('content-length') ?? 0);
  const header = c.req.header('content-type') ?? '';
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (declared > bodyLimits.bytes && type !== 'multipart/form-data') throw tooLarge();
  if (type === 'multipart/form-data') return readForm(c, declared, limits);
  const bytes = await readBytes(c, bodyLimits.bytes);
  if (bytes.byteLength === 0) return {};
  if (type === '' || type === 'application/json' || type.endsWith('+json')) {
    return parseJson(decodeUtf8(bytes));
  }
  if (type === 'application/x-www-form-urlencoded') return parsePairs(decodeUtf8(bytes));
  throw new DomainError({ kind: 'media_type', type });
}

/** Reads the body, stopping at the limit. */
async function readBytes(c: Context, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = c.req.raw.body;
  if (stream === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.byteLength;
    if (size > most) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readForm(c: Context, declared: number, limits: RequestLimits): Promise<Raw> {
  const most = (await limits.fileBytes()) + bodyLimits.aroundFile;
  if (declared > most) throw tooLarge();
  const fields = readMultipart(c.req.raw.body ?? Readable.from([]), {
    contentType: c.req.header('content-type') ?? '',
    folder: incomingFolder(limits.dataDir),
    limits: { most, texts: bodyLimits.bytes },
    incoming: limits.incoming,
  });
  const files: Record<string, unknown> = {};
  const pairs: string[] = [];
  for await (const [name, value] of fields) {
    if (typeof value === 'string') {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      if (pairs.length > bracketed.parameterLimit) throw tooMany();
    } else {
      files[name] = value;
      if (limits.incoming.length > bodyLimits.files) throw tooMany();
    }
  }
  return { ...parsePairs(pairs.join('&')), ...files };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw malformed();
  }
}

/** `a=1&b[]=2&c[d]=3`; a name repeated without brackets becomes a `RepeatedText`. */
export function parsePairs(text: string): Raw {
  refuseManyPairs(text);
  for (const part of text.split('&')) {
    try {
      decodeURIComponent(part.replaceAll('+', ' '));
    } catch {
      throw malformed();
    }
  }
  let parsed: Record<string, unknown>;
  try {
    parsed = qs.parse(text, { ...bracketed, throwOnLimitExceeded: true, duplicates: 'combine' });
  } catch {
    throw tooMany();
  }
  const seen = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.includes('[')) continue;
    seen.set(name, [...(seen.get(name) ?? []), value]);
  }
  const out: Record<string, unknown> = { ...parsed };
  for (const [name, values] of seen) {
    if (values.length > 1) out[name] = new RepeatedText(values);
  }
  return out;
}

/** Counted before anything is split: millions of empty pairs are millions of texts. */
function refuseManyPairs(text: string): void {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    if (++pairs > bracketed.parameterLimit) throw tooMany();
  }
}

/** Smaller texts are no danger as objects either; `checkJson` says exactly what is wrong. */
const weighedFrom = 1024 * 1024;

function parseJson(text: string): Raw {
  if (text.length > weighedFrom) {
    // The root and what lies in it: one bracket more than the depth of values.
    const most = { depth: bodyLimits.depth + 1, commas: bodyLimits.elements };
    const over = weighJson(text, most);
    if (over === 'deep') throw tooNested();
    if (over === 'many') throw tooMany();
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError({ kind: 'json', text: 'Invalid JSON format' });
  }
  checkJson(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // JSON.parse made it: a plain object.
  return value as Raw;
}

const refuse = (text: string) => new DomainError({ kind: 'json', text });
const tooNested = () => refuse('Parameters nested too deeply');
const tooMany = () => refuse('Too many total parameters');

function checkJson(root: unknown): void {
  let elements = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bodyLimits.depth) throw tooNested();
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children = Object.values(value);
      if (Array.isArray(value) && children.length > bodyLimits.list) {
        throw refuse('Array parameter too large');
      }
      if (children.length > bodyLimits.hash) throw refuse('Hash parameter too large');
      elements += children.length;
      if (elements > bodyLimits.elements) throw tooMany();
      for (const child of children) next.push(child);
    }
    level = next;
  }
}

/** U+0000 and half characters are refused wherever they stand: no database keeps them. */
function refuseBadText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw malformed();
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, child] of Object.entries(value)) {
    refuseBadText(key);
    refuseBadText(child);
  }
}

/** A path is percent-encoded UTF-8 throughout, or it is refused. */
function refuseBrokenPath(path: string): void {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw malformed();
  }
}
