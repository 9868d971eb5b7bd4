import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** AES-256-GCM by the current key; the text names the key, so older keys still open it. */
  encrypt(plain: string): string;
  /** Throws where no key fits or the text was changed. */
  decrypt(stored: string): string;
  /** Keyed hash in base64url, for values derived from a secret id (the CSRF token). */
  mac(purpose: string, value: string): string;
}

interface Key {
  id: string;
  bytes: Buffer;
}

const keyOf = (base64: string): Key => {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== 32) throw new Error('it must be 32 bytes in base64');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
};

/** Makes a key, whole or not at all; where a replica was quicker, its key counts. */
function makeKey(file: string): void {
  const written = `${file}.${randomBytes(6).toString('hex')}.new`;
  writeFileSync(written, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(written, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(written);
  }
}

/** Keys from the environment (current one first) or from a 0600 file that the first start makes. */
export function openSecrets(fromEnv: string | undefined, dataDir: string): Secrets {
  const file = join(dataDir, 'secret.key');
  if (fromEnv === undefined && !existsSync(file)) makeKey(file);
  const text = fromEnv ?? readFileSync(file, 'utf8');
  const keys = text.split(',').map((part) => keyOf(part.trim()));
  const current = keys[0];
  if (current === undefined) throw new Error('no secret key');

  return {
    encrypt(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]);
      return `${current.id}.${sealed.toString('base64')}`;
    },
    decrypt(stored) {
      const [id, body = ''] = stored.split('.');
      const key = keys.find((candidate) => candidate.id === id);
      if (key === undefined) throw new Error('the secret was encrypted by a key that is not here');
      const sealed = Buffer.from(body, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      return plain.toString('utf8');
    },
    mac: (purpose, value) =>
      createHmac('sha256', current.bytes).update(`${purpose}\0${value}`).digest('base64url'),
  };
}

/** What is stored of a token: SHA-256 in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Are the two secrets equal? Takes the same time wherever they differ. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  return timingSafeEqual(left, createHash('sha256').update(b).digest());
}

/** Random text of URL-safe characters, 6 bits each. */
export const randomText = (characters: number): string =>
  randomBytes(Math.ceil((characters * 6) / 8))
    .toString('base64url')
    .slice(0, characters);
