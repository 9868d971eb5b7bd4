import type { Context } from 'hono';
import qs from 'qs';
import type { Upload } from '#contract/common.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { DomainError, malformed, tooLarge } from '../errors.ts';
import { type Raw, RepeatedText } from './decode.ts';

/** Limits of a body: `decisions.md` and note 1.3. */
export const bodyLimits = {
  bytes: 20 * 1024 * 1024,
  depth: 32,
  list: 50_000,
  hash: 50_000,
  elements: 100_000,
} as const;

const bracketed = { arrayLimit: 1000, parameterLimit: 5000, depth: 6, plainObjects: true } as const;
const strict = new TextDecoder('utf-8', { fatal: true });

/** Query, body and path parameters of a request in one; path parameters win. */
export async function readRequest(c: Context, endpoint: Endpoint): Promise<Raw> {
  const url = c.req.url;
  const at = url.indexOf('?');
  const query = at === -1 ? {} : parsePairs(url.slice(at + 1));
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  const body = reads ? {} : await readBody(c);
  const merged = { ...query, ...body };
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(c.req.param())) {
    if (typeof value === 'string' && endpoint.path.includes(`:${name}`)) params[name] = value;
  }
  const raw = { ...merged, ...params };
  refuseBadText(raw);
  return raw;
}

async function readBody(c: Context): Promise<Raw> {
  const declared = Number(c.req.header('content-length') ?? 0);
  const header = c.req.header('content-type') ?? '';
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (declared > bodyLimits.bytes && type !== 'multipart/form-data') throw tooLarge();
  if (type === 'multipart/form-data') return readMultipart(c);
  const bytes = await readBytes(c);
  if (bytes.byteLength === 0) return {};
  if (type === '' || type === 'application/json' || type.endsWith('+json')) {
    return parseJson(decodeUtf8(bytes));
  }
  if (type === 'application/x-www-form-urlencoded') return parsePairs(decodeUtf8(bytes));
  throw new DomainError({ kind: 'media_type', type: header });
}

/** Reads the body, stopping at the limit. */
async function readBytes(c: Context): Promise<Uint8Array> {
  const stream = c.req.raw.body;
  if (stream === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.byteLength;
    if (size > bodyLimits.bytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readMultipart(c: Context): Promise<Raw> {
  let form: FormData;
  try {
    form = await c.req.raw.formData();
  } catch {
    throw malformed();
  }
  const out: Record<string, unknown> = {};
  const pairs: string[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      continue;
    }
    const file: Upload = {
      filename: value.name,
      type: value.type,
      bytes: new Uint8Array(await value.arrayBuffer()),
    };
    out[name] = file;
  }
  return { ...parsePairs(pairs.join('&')), ...out };
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
    throw new DomainError({ kind: 'json', text: 'Too many total parameters' });
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

function parseJson(text: string): Raw {
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

function checkJson(root: unknown): void {
  const refuse = (text: string) => new DomainError({ kind: 'json', text });
  let elements = 0;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > bodyLimits.depth) throw refuse('Parameters nested too deeply');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children = Object.values(value);
      if (Array.isArray(value) && children.length > bodyLimits.list) {
        throw refuse('Array parameter too large');
      }
      if (children.length > bodyLimits.hash) throw refuse('Hash parameter too large');
      elements += children.length;
      if (elements > bodyLimits.elements) throw refuse('Too many total parameters');
      for (const child of children) next.push(child);
    }
    level = next;
  }
}

/** U+0000 and replacement characters of broken encodings are refused wherever they stand. */
function refuseBadText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || /%[89a-f][0-9a-f]/i.test(value)) {
      if (value.includes('\0') || !isDecodable(value)) throw malformed();
    }
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, child] of Object.entries(value)) {
    if (key.includes('\0')) throw malformed();
    refuseBadText(child);
  }
}

/** Hono hands over a path part with broken UTF-8 undecoded: such a text still has its `%`. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return !/%[89a-f][0-9a-f]/i.test(text);
  }
}
