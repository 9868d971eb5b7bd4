import { createHash, createPublicKey } from 'node:crypto';
import type { SshKeyType } from '#contract/ssh-key-types.ts';
import { Wire } from './wire.ts';

/** A public key as its text says it. */
export interface PublicKey {
  /** As it is stored: algorithm, base64 and comment, each one blank apart. */
  readonly text: string;
  readonly algorithm: string;
  readonly blob: Buffer;
  readonly comment: string;
  readonly type: SshKeyType;
  readonly bits: number;
  /** MD5; null where this process may not make one. */
  readonly fingerprint: string | null;
  readonly fingerprintSha256: string;
}

type Parts = readonly [bits: number, ok: boolean];

/** Reads the fields after the algorithm; `ok` is false where one is not what it must be. */
interface Algorithm {
  readonly type: SshKeyType;
  read(wire: Wire): Parts;
}

const curves = {
  nistp256: { bits: 256, name: 'P-256' },
  nistp384: { bits: 384, name: 'P-384' },
  nistp521: { bits: 521, name: 'P-521' },
} as const;

const rsa: Algorithm = {
  type: 'rsa',
  read(wire) {
    const exponent = wire.positive();
    const modulus = wire.positive();
    return [bitsOf(modulus), exponent.length > 0 && modulus.length > 0];
  },
};

const dsa: Algorithm = {
  type: 'dsa',
  read(wire) {
    const numbers = [wire.positive(), wire.positive(), wire.positive(), wire.positive()];
    return [bitsOf(numbers[0]), numbers.every((one) => one.length > 0)];
  },
};

const onCurve = (curve: keyof typeof curves, type: 'ecdsa' | 'ecdsa_sk'): Algorithm => ({
  type,
  read(wire) {
    const named = wire.field().toString('latin1') === curve;
    const point = wire.field();
    const application = type === 'ecdsa_sk' ? wire.field() : undefined;
    return [
      curves[curve].bits,
      named && isPoint(curves[curve], point) && application?.length !== 0,
    ];
  },
});

const edwards = (type: 'ed25519' | 'ed25519_sk'): Algorithm => ({
  type,
  read(wire) {
    const key = wire.field();
    const application = type === 'ed25519_sk' ? wire.field() : undefined;
    return [256, key.length === 32 && application?.length !== 0];
  },
});

const algorithms: Readonly<Record<string, Algorithm>> = {
  'ssh-rsa': rsa,
  'ssh-dss': dsa,
  'ecdsa-sha2-nistp256': onCurve('nistp256', 'ecdsa'),
  'ecdsa-sha2-nistp384': onCurve('nistp384', 'ecdsa'),
  'ecdsa-sha2-nistp521': onCurve('nistp521', 'ecdsa'),
  'ssh-ed25519': edwards('ed25519'),
  'sk-ecdsa-sha2-nistp256@openssh.com': onCurve('nistp256', 'ecdsa_sk'),
  'sk-ssh-ed25519@openssh.com': edwards('ed25519_sk'),
};

/** What keeps a text from being a public key. */
export type KeyProblem = 'blank' | 'unknown_algorithm' | 'damaged' | 'several_lines';

/**
 * A public key of a text as people paste it: blanks around it do not count, and its base64 may be
 * broken over lines as a terminal copies it. `fips`: no MD5 is made.
 */
export function parsePublicKey(
  pasted: string,
  { fips }: { fips: boolean },
): PublicKey | KeyProblem {
  const text = pasted.trim();
  if (text === '') return 'blank';
  const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const algorithm = Object.hasOwn(algorithms, name) ? algorithms[name] : undefined;
  if (algorithm === undefined) return 'unknown_algorithm';
  const found = blobOf(name, algorithm, rest);
  if (found === undefined) return 'damaged';
  if (/[\r\n]/.test(found.after)) return 'several_lines';
  const comment = found.after.trim();
  const { blob, bits } = found;
  return {
    text: [name, blob.toString('base64'), comment].filter((part) => part !== '').join(' '),
    algorithm: name,
    blob,
    comment,
    type: algorithm.type,
    bits,
    fingerprint: fips ? null : md5Of(blob),
    fingerprintSha256: sha256Of(blob),
  };
}

/** The fingerprint that `ssh-keygen -lf` prints. */
export const sha256Of = (blob: Buffer): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;

const md5Of = (blob: Buffer): string =>
  createHash('md5')
    .update(blob)
    .digest('hex')
    .replace(/(..)(?=.)/g, '$1:');

/** Takes lines until the key is whole; what follows on the last one is the comment. */
function blobOf(name: string, algorithm: Algorithm, rest: string) {
  let base64 = '';
  let left = rest;
  for (;;) {
    const [, word = '', gap = '', after = ''] = /^(\S+)(\s*)([\s\S]*)$/.exec(left) ?? [];
    base64 += word;
    const whole = keyOf(name, algorithm, base64);
    if (whole !== undefined) return { ...whole, after: gap + after };
    if (word === '' || !/[\r\n]/.test(gap)) return undefined;
    left = after;
  }
}

function keyOf(name: string, algorithm: Algorithm, base64: string) {
  const blob = Buffer.from(base64, 'base64');
  // Node forgives what is no base64 at all.
  if (blob.length === 0 || blob.toString('base64') !== base64) return undefined;
  const wire = new Wire(blob);
  try {
    if (wire.field().toString('latin1') !== name) return undefined;
    const [bits, ok] = algorithm.read(wire);
    return ok && wire.isOver ? { blob, bits } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const bitsOf = (bytes: Buffer | undefined): number =>
  bytes === undefined || bytes.length === 0
    ? 0
    : (bytes.length - 1) * 8 + (32 - Math.clz32(bytes[0] ?? 0));

/** An uncompressed point that lies on the curve. */
function isPoint({ bits, name }: (typeof curves)[keyof typeof curves], point: Buffer): boolean {
  const size = Math.ceil(bits / 8);
  if (point.length !== 1 + 2 * size || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)];
  try {
    createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: name, x: x.toString('base64url'), y: y.toString('base64url') },
    });
    return true;
  } catch {
    return false;
  }
}
