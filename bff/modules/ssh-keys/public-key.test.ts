import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { SshKeyType } from '#contract/ssh-key-types.ts';
import { publicKeyText } from '../../testing/ssh-key-texts.ts';
import { parsePublicKey } from './public-key.ts';

const anywhere = { fips: false };

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

/** Keys whose fingerprints are known from elsewhere. */
const known: readonly [text: string, sha256: string, md5: string][] = [
  [
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHzb7BXnyNDllT8f9Kr73ULnX31lfpNIuVDukeauOASu ci-bot@example.test',
    'SHA256:fAg92QhcGAolMOY4ly8JrGYwIRYSv9L4W8VxgluGaRM',
    '0d:71:1a:b8:7a:4f:68:c0:3a:88:1b:2f:aa:e2:9c:db',
  ],
  [
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBr+3vv9I3kfS6bo1UbUAx/HMVJ9Y/EaakmQWAWMiodV ci-bot@example.test',
    'SHA256:DQwoqUCtmuUlywKaHJWwliY9DpSc5BX0fDborFsx36o',
    '1c:43:5d:1d:68:8b:98:73:9f:6d:84:33:1e:53:29:a1',
  ],
  [
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC/iZKiTZrvu6HMjJcK3e8M7aZK3TF/4dUWJrsHidogG07Dt4uQbk4AjUkYYFu4mKkDd2p7uKm4CB+B/mZZY7q20W+GwgCx58DuU/9Ciu4VKULoGRswL6KtxdVHoEXMdtYoFkPjPOsUb1q34DGCngToUvjYaOKN1qhMo7F4pcQkT7kTasSb2jgUR2O/NHiSRDVMgjvi3kXpaHhxp+2I6srlA5fAM5tMGv6Mbkb6jsLDJsOOghTJwnESLoa86rhSDqk/+OpFGzrxr7QRyoinkXygJ43WkT0KNjuV3TCW4vD8v/jImbv6xsWUJX8zjk2xMbVJMXiuhecybryQlvQ31iub rsa2048@example.test',
    'SHA256:232rSBMlzEc8WOd7VHSDJvMjYTblrnEy5imnimCbpo4',
    'c1:7f:94:2f:b4:f7:39:53:6b:45:b7:bd:01:38:08:a3',
  ],
  [
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBJUO6/+5VKWq8lLVhLz7ouMX7GlbYOdz6n1KDpHD3APF8eGhhdQ3k/WCBpvnq9TFQsfCVznqeDMZ0muUYpfjr9Q= ec256@example.test',
    'SHA256:NXwXaszrdsFEO4rKXlnEiADKdOFHU2tLSt6TNcuGkDc',
    '63:98:3c:fd:ac:ad:ac:c2:7f:08:ea:15:6a:c0:09:57',
  ],
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
  const key = parsePublicKey(text, anywhere);
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

  it('has the fingerprints that are known of it', () => {
    for (const [text, sha256, md5] of known) {
      const { fingerprint, fingerprintSha256 } = parsed(text);
      expect([fingerprintSha256, fingerprint]).toEqual([sha256, md5]);
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
    expect(parsePublicKey(' \n', anywhere)).toBe('blank');
    for (const unknown of [
      'nonsense',
      `command="true" ${text}`,
      `ssh-ed448 ${base64}`,
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      `constructor ${base64}`,
    ]) {
      expect(parsePublicKey(unknown, anywhere)).toBe('unknown_algorithm');
    }
    expect(parsePublicKey(`${text}\n${publicKeyText('ed25519')}`, anywhere)).toBe('several_lines');
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
      expect([damaged, parsePublicKey(damaged, anywhere)]).toEqual([damaged, 'damaged']);
    }
  });
});
