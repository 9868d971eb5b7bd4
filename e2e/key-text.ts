import { generateKeyPairSync } from 'node:crypto';

/** The text of a new ED25519 key. */
export function keyText(comment: string): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const field = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const blob = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')].map(field);
  return `ssh-ed25519 ${Buffer.concat(blob).toString('base64')} ${comment}`;
}
