import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../testing/scratch-repository.ts';
import { field, type SecurityKey, securityKey, signatureBlob } from '../../testing/security-key.ts';
import { isSignedBySecurityKey } from './security-key.ts';

const namespace = 'file';
const message = 'the tide is in';

/** What a signature of a file signs, as `ssh-keygen` has it. */
const signedOfFile = Buffer.concat([
  Buffer.from('SSHSIG'),
  field(namespace),
  field(''),
  field('sha512'),
  field(createHash('sha512').update(message).digest()),
]);

/** Whether `ssh-keygen` takes it for a signature of the message. */
function keygenTakes(folder: string, key: SecurityKey, made: Buffer): boolean {
  const body = Buffer.concat([
    Buffer.from('SSHSIG'),
    Buffer.from([0, 0, 0, 1]),
    field(key.blob),
    field(namespace),
    field(''),
    field('sha512'),
    field(signatureBlob(key, made)),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  const file = join(folder, 'signature');
  const armour = (what: string) => `-----${what} SSH SIGNATURE-----`;
  writeFileSync(file, `${[armour('BEGIN'), ...lines, armour('END')].join('\n')}\n`);
  const signers = join(folder, 'signers');
  writeFileSync(signers, `someone ${key.key}\n`);
  const args = ['-Y', 'verify', '-n', namespace, '-f', signers, '-I', 'someone', '-s', file];
  try {
    execFileSync('ssh-keygen', args, { input: message, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

describe('a signature of a security key', () => {
  const folder = scratchFolder();
  afterAll(() => folder.remove());

  it.each(['ed25519_sk', 'ecdsa_sk'] as const)(
    'of type %s is taken as ssh-keygen takes it, where somebody touched the device',
    (type) => {
      const key = securityKey(type);
      const ours = (made: Buffer, of = key, signed = signedOfFile) =>
        isSignedBySecurityKey(of.blob, { signed, signature: made });
      // Numbers of a curve have leading zeros now and then.
      for (let counter = 0; counter < 40; counter += 1) {
        expect(ours(key.sign(signedOfFile, { flags: 1, counter }))).toBe(true);
      }
      const made = key.sign(signedOfFile, { flags: 5, counter: 0xfffffffe });
      expect([keygenTakes(folder.path, key, made), ours(made)]).toEqual([true, true]);
      expect(ours(key.sign(signedOfFile, { flags: 0, counter: 1 }))).toBe(false);
      expect(ours(key.sign(signedOfFile, { flags: 4, counter: 1 }))).toBe(false);
      const changed = (at: number) => {
        const copy = Buffer.from(made);
        copy.writeUInt8((copy.at(at) ?? 0) ^ 2, at < 0 ? copy.length + at : at);
        return copy;
      };
      // The counter, the flags, a byte of the signature.
      for (const wrong of [changed(-1), changed(-5), changed(20)]) {
        expect([keygenTakes(folder.path, key, wrong), ours(wrong)]).toEqual([false, false]);
      }
      const other = securityKey(type);
      expect(ours(made, other)).toBe(false);
      expect(ours(made, key, Buffer.concat([signedOfFile, Buffer.alloc(1)]))).toBe(false);
      for (const torn of [
        Buffer.alloc(0),
        made.subarray(0, -1),
        made.subarray(1),
        Buffer.concat([made, Buffer.alloc(1)]),
        Buffer.alloc(69),
        Buffer.alloc(80, 0xff),
      ]) {
        expect(ours(torn)).toBe(false);
      }
    },
  );

  it('is of one application alone', () => {
    const [key, web] = [securityKey('ed25519_sk'), securityKey('ed25519_sk', 'webauthn')];
    // The same point under another name is another key.
    const renamed = Buffer.concat([web.blob.subarray(0, -'webauthn'.length - 4), field('ssh:')]);
    const signature = web.sign(signedOfFile);
    expect(isSignedBySecurityKey(web.blob, { signed: signedOfFile, signature })).toBe(true);
    expect(isSignedBySecurityKey(renamed, { signed: signedOfFile, signature })).toBe(false);
    expect(isSignedBySecurityKey(key.blob, { signed: signedOfFile, signature })).toBe(false);
    expect(isSignedBySecurityKey(field('ssh-ed25519'), { signed: signedOfFile, signature })).toBe(
      false,
    );
  });
});
