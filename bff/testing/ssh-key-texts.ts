import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { SshKeyType } from '#contract/ssh-key-types.ts';

const field = (bytes: Buffer | string): Buffer => {
  const body = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

/** A number of so many bits, odd, as the wire writes it. */
function number(bits: number): Buffer {
  const bytes = randomBytes(Math.ceil(bits / 8));
  const top = (bits - 1) % 8;
  bytes[0] = ((bytes[0] ?? 0) & ((1 << (top + 1)) - 1)) | (1 << top);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 1;
  return top === 7 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}

function point(bits: 256 | 384 | 521): Buffer {
  const namedCurve = { 256: 'P-256', 384: 'P-384', 521: 'P-521' }[bits];
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve }).publicKey.export({
    format: 'jwk',
  });
  return Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
}

const named = (algorithm: string, ...fields: (Buffer | string)[]) =>
  `${algorithm} ${Buffer.concat([algorithm, ...fields].map(field)).toString('base64')}`;

/** The text of a public key that nobody has seen before, without a comment. */
export function publicKeyText(type: SshKeyType, bits = 256): string {
  switch (type) {
    case 'rsa':
      return named('ssh-rsa', Buffer.from([1, 0, 1]), number(bits));
    case 'dsa':
      return named('ssh-dss', number(bits), number(160), number(bits), number(bits));
    case 'ecdsa': {
      // The tests name the three lengths that there are.
      const curve = bits as 256 | 384 | 521;
      return named(`ecdsa-sha2-nistp${curve}`, `nistp${curve}`, point(curve));
    }
    case 'ed25519':
      return named('ssh-ed25519', randomBytes(32));
    case 'ecdsa_sk':
      return named('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', point(256), 'ssh:');
    case 'ed25519_sk':
      return named('sk-ssh-ed25519@openssh.com', randomBytes(32), 'ssh:');
  }
}

/** The fingerprint of a text of `publicKeyText`. */
export const fingerprintOf = (text: string): string =>
  `SHA256:${createHash('sha256')
    .update(Buffer.from(text.split(' ')[1] ?? '', 'base64'))
    .digest('base64')
    .replace(/=+$/, '')}`;
