import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** AES-256-GCM by the current key; the text names the key, so older keys still open it. */
  encrypt(plain: string): string;
  /** Throws where no key fits or the text was changed. */
  decrypt(stored: string): string;
  /** The name of the current key: nothing of the key can be told by it. */
  keyId(): string;
  /** Was this encrypted by the current key? */
  isCurrent(stored: string): boolean;
  /** Is the key here that encrypted this? */
  knows(stored: string): boolean;
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

/** Where the key lies that the environment does not name. */
const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/** Several keys of a text, the current one first. */
function keysOf(text: string): [Key, ...Key[]] {
  const [current, ...others] = text.split(',').map((part) => keyOf(part.trim()));
  if (current === undefined) throw new Error('no secret key');
  return [current, ...others];
}

const stateOf = (file: string): string => {
  const { ino, mtimeMs } = statSync(file);
  return `${ino} ${mtimeMs}`;
};

/** Keys from the environment (current one first) or from a 0600 file that the first start makes. */
export function openSecrets(fromEnv: string | undefined, dataDir: string): Secrets {
  const file = keyFile(dataDir);
  if (fromEnv === undefined && !existsSync(file)) makeKey(file);
  let state = fromEnv === undefined ? stateOf(file) : '';
  let keys = keysOf(fromEnv ?? readFileSync(file, 'utf8'));
  /** A file that another process has rotated is read again: what it encrypts by now is the new key. */
  const upToDate = (): [Key, ...Key[]] => {
    if (fromEnv !== undefined || !existsSync(file)) return keys;
    const found = stateOf(file);
    if (found === state) return keys;
    keys = keysOf(readFileSync(file, 'utf8'));
    state = found;
    return keys;
  };
  const keyFor = (stored: string): Key | undefined => {
    const id = stored.slice(0, stored.indexOf('.'));
    return keys.find((key) => key.id === id) ?? upToDate().find((key) => key.id === id);
  };

  return {
    encrypt(plain) {
      const [current] = upToDate();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]);
      return `${current.id}.${sealed.toString('base64')}`;
    },
    decrypt(stored) {
      const key = keyFor(stored);
      if (key === undefined) throw new Error('the secret was encrypted by a key that is not here');
      const sealed = Buffer.from(stored.slice(stored.indexOf('.') + 1), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      return plain.toString('utf8');
    },
    keyId: () => upToDate()[0].id,
    isCurrent: (stored) => stored.startsWith(`${upToDate()[0].id}.`),
    knows: (stored) => keyFor(stored) !== undefined,
    mac: (purpose, value) =>
      createHmac('sha256', upToDate()[0].bytes).update(`${purpose}\0${value}`).digest('base64url'),
  };
}

/** Makes a key and puts it first in the file; the others stay behind it. */
export const addKeyToFile = (dataDir: string): void =>
  writeKeys(dataDir, (known) => [randomBytes(32).toString('base64'), ...known]);

/** Leaves the current key and the one before it, by which others may still be encrypting. */
export const dropOldKeys = (dataDir: string): void =>
  writeKeys(dataDir, (known) => known.slice(0, 2));

function writeKeys(dataDir: string, change: (known: readonly string[]) => readonly string[]): void {
  const file = keyFile(dataDir);
  const kept = change(readFileSync(file, 'utf8').trim().split(','));
  const written = `${file}.${randomBytes(6).toString('hex')}.new`;
  const descriptor = openSync(written, 'wx', 0o600);
  try {
    writeFileSync(descriptor, `${kept.join(',')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(written, file);
  // Rows are encrypted by it from now on: its name must outlast a power loss.
  const names = openSync(dataDir, 'r');
  try {
    fsyncSync(names);
  } finally {
    closeSync(names);
  }
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
