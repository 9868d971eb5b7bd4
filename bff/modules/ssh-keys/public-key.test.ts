import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { SshKeyType } from '#contract/ssh-key-types.ts';
import { publicKeyText } from '../../testing/ssh-key-texts.ts';
import { parsePublicKey } from './public-key.ts';

const kinds: readonly [SshKeyType, number, string][] = [
  ['rsa', 1024, 'RSA'],
  ['rsa', 2048, 'RSA'],
  ['rsa', 3071, 'RSA'],
  ['dsa', 1024, 'DSA'],
  ['ecdsa', 256, 'ECDSA'],
  ['ecdsa', 384, 'ECDSA'],
  ['ecdsa', 521, 'ECDSA'],
  ['ed25519', 256, 'ED25519'],
  ['ecdsa_sk', 256, 'ECDSA-SK'],
  ['ed25519_sk', 256, 'ED25519-SK'],
];

/** What `ssh-keygen` says of a text: length, fingerprint, type; undefined where it takes it for no key. */
function keygen(text: string, hash: 'sha256' | 'md5'): string[] | undefined {
  try {
    const options = { input: `${text}\n`, encoding: 'utf8', stdio: 'pipe' } as const;
    const out = execFileSync('ssh-keygen', ['-l', '-E', hash, '-f', '-'], options);
    return /^(\d+) (\S+) .*\((.*)\)/.exec(out)?.slice(1);
  } catch {
    return undefined;
  }
}

const parsed = (text: string) => {
  const key = parsePublicKey(text);
  if (typeof key === 'string') throw new Error(key);
  return key;
};

describe('a public key', () => {
  it('has the length and both fingerprints that ssh-keygen gives it, of whatever type', () => {
    for (const [type, bits, name] of kinds) {
      const text = `${publicKeyText(type, bits)} someone`;
      const key = parsed(text);
      expect([key.type, key.bits, key.text]).toEqual([type, bits, text]);
      // Newer versions of it know DSA no more.
      if (type === 'dsa' && keygen(text, 'sha256') === undefined) continue;
      expect(keygen(text, 'sha256')).toEqual([String(bits), key.fingerprintSha256, name]);
      expect(keygen(text, 'md5')).toEqual([String(bits), `MD5:${key.fingerprint}`, name]);
    }
  });

  it('is read as people paste it, and is no other key for it', () => {
    const [algorithm = '', base64 = ''] = publicKeyText('ed25519').split(' ');
    const whole = `${algorithm} ${base64} me@here`;
    const third = Math.floor(base64.length / 3);
    const broken = [0, 1, 2].map((at) =>
      at === 2 ? base64.slice(2 * third) : base64.slice(at * third, (at + 1) * third),
    );
    for (const pasted of [
      whole,
      `  ${whole}\r\n`,
      whole.replaceAll(' ', '\t'),
      `${algorithm} ${broken.join('\r\n')} me@here`,
      `${algorithm}\n${broken.join('\n  ')} me@here\n`,
    ]) {
      expect(parsed(pasted).text).toBe(whole);
    }
    expect(parsed(`${algorithm} ${base64}`).text).toBe(`${algorithm} ${base64}`);
    expect(parsed(`${whole}  and ü`).text).toBe(`${whole}  and ü`);
  });

  it('is refused where a bit of it is wrong', () => {
    const text = publicKeyText('ed25519');
    const [algorithm = '', base64 = ''] = text.split(' ');
    const other = publicKeyText('ecdsa').split(' ')[1];
    expect(parsePublicKey(' \n')).toBe('blank');
    for (const unknown of [
      'nonsense',
      `command="true" ${text}`,
      `ssh-ed448 ${base64}`,
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      `constructor ${base64}`,
    ]) {
      expect(parsePublicKey(unknown)).toBe('unknown_algorithm');
    }
    expect(parsePublicKey(`${text}\n${publicKeyText('ed25519')}`)).toBe('several_lines');
    const bytes = Buffer.from(base64, 'base64');
    const changed = (change: (copy: Buffer) => Buffer | undefined) => {
      const copy = Buffer.from(bytes);
      return `${algorithm} ${(change(copy) ?? copy).toString('base64')}`;
    };
    const offCurve = Buffer.from(publicKeyText('ecdsa').split(' ')[1] ?? '', 'base64');
    offCurve[offCurve.length - 1] = (offCurve.at(-1) ?? 0) ^ 1;
    for (const damaged of [
      algorithm,
      `${algorithm} ${other}`,
      `${algorithm} ${base64.slice(0, 40)} ${base64.slice(40)}`,
      `${algorithm} ${base64.slice(0, -2)}`,
      `${algorithm} ${base64.replace(/.$/, '*')}`,
      changed((copy) => copy.subarray(0, -1)),
      changed((copy) => Buffer.concat([copy, Buffer.alloc(1)])),
      changed((copy) => void copy.writeUInt32BE(0xffffffff, 15)),
      `ecdsa-sha2-nistp256 ${offCurve.toString('base64')}`,
      'ssh-rsa AAAA',
    ]) {
      expect([damaged, parsePublicKey(damaged)]).toEqual([damaged, 'damaged']);
    }
  });
});
