import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = () => randomBytes(32).toString('base64');

it('a secret is read back, and its stored form says nothing and never repeats', () => {
  const secrets = openSecrets(key(), folder);
  const stored = secrets.encrypt('tide ✓');
  expect(secrets.decrypt(stored)).toBe('tide ✓');
  expect(stored).not.toContain('tide');
  expect(secrets.encrypt('tide ✓')).not.toBe(stored);
});

it('a changed secret is refused', () => {
  const secrets = openSecrets(key(), folder);
  const stored = secrets.encrypt('tide');
  const [id = '', body = ''] = stored.split('.');
  const bytes = Buffer.from(body, 'base64');
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  expect(() => secrets.decrypt(`${id}.${bytes.toString('base64')}`)).toThrow('authenticate');
});

it('an older key still opens what it locked, a foreign one does not', () => {
  const old = key();
  const stored = openSecrets(old, folder).encrypt('tide');
  expect(openSecrets(`${key()},${old}`, folder).decrypt(stored)).toBe('tide');
  expect(() => openSecrets(key(), folder).decrypt(stored)).toThrow('not here');
});

it('without a key in the environment a file only its owner can read is made once', () => {
  const stored = openSecrets(undefined, folder).encrypt('tide');
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(openSecrets(undefined, folder).decrypt(stored)).toBe('tide');
});
