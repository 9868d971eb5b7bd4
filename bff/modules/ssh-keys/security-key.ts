import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Wire } from './wire.ts';

const userWasPresent = 1;
const scalarSize = 32;

/**
 * Whether a security key signed something, touched by somebody. The device signs the hashes of its
 * application and of what was given to it, with its flags and its counter between them.
 * `signature` is what follows the name of the algorithm; false for whatever is no such thing.
 */
export function isSignedBySecurityKey(
  key: Buffer,
  { signed, signature }: { signed: Buffer; signature: Buffer },
): boolean {
  try {
    const { check, application } = readKey(new Wire(key));
    const given = new Wire(signature);
    const bare = check.take(given);
    const [flags, counter] = [given.bytes(1), given.bytes(4)];
    if (!given.isOver || ((flags[0] ?? 0) & userWasPresent) === 0) return false;
    return check.isOf(Buffer.concat([sha256(application), flags, counter, sha256(signed)]), bare);
  } catch {
    // Bytes that end too early, a number that is none, a point that lies on no curve.
    return false;
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** How a signature of one type is taken from the wire and checked. */
interface Check {
  take(wire: Wire): Buffer;
  isOf(message: Buffer, signature: Buffer): boolean;
}

function readKey(wire: Wire): { check: Check; application: Buffer } {
  const algorithm = wire.field().toString('latin1');
  if (algorithm === 'sk-ssh-ed25519@openssh.com') {
    return { check: edwards(wire.field()), application: wire.field() };
  }
  if (algorithm !== 'sk-ecdsa-sha2-nistp256@openssh.com') throw new RangeError('no security key');
  wire.field();
  return { check: onCurve(wire.field()), application: wire.field() };
}

const publicKey = (jwk: Record<string, string>): KeyObject =>
  createPublicKey({ format: 'jwk', key: jwk });

function edwards(point: Buffer): Check {
  const key = publicKey({ kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') });
  return {
    take: (wire) => wire.bytes(2 * scalarSize),
    isOf: (message, signature) => verify(null, message, key, signature),
  };
}

function onCurve(point: Buffer): Check {
  const [x, y] = [point.subarray(1, 1 + scalarSize), point.subarray(1 + scalarSize)];
  const key = publicKey({
    kty: 'EC',
    crv: 'P-256',
    x: x.toString('base64url'),
    y: y.toString('base64url'),
  });
  const scalar = (wire: Wire) => {
    const number = wire.positive();
    if (number.length > scalarSize) throw new RangeError('a number is too great');
    return Buffer.concat([Buffer.alloc(scalarSize - number.length), number]);
  };
  return {
    take: (wire) => Buffer.concat([scalar(wire), scalar(wire)]),
    isOf: (message, signature) =>
      verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature),
  };
}
