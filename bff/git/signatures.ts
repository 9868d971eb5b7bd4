import type { Repo } from './environment.ts';
import { sha } from './names.ts';
import { readObject } from './objects.ts';

export type SignatureKind = 'PGP' | 'SSH' | 'X509';

const maxBytes = 16 * 1024 * 1024;

const begins: readonly (readonly [string, SignatureKind])[] = [
  ['-----BEGIN PGP SIGNATURE-----', 'PGP'],
  ['-----BEGIN PGP MESSAGE-----', 'PGP'],
  ['-----BEGIN SSH SIGNATURE-----', 'SSH'],
  ['-----BEGIN SIGNED MESSAGE-----', 'X509'],
];

/** How a commit or an annotated tag is signed; undefined where it is not. */
export async function signatureKind(repo: Repo, id: string): Promise<SignatureKind | undefined> {
  const object = await readObject(repo, sha(id), { maxBytes });
  if (!object?.content) return undefined;
  const lines = object.content.toString('latin1').split('\n');
  const end = lines.indexOf('');
  // A commit's lies in its head; a tag's is the end of its message.
  const signed =
    object.type === 'commit'
      ? lines
          .slice(0, end)
          .filter((line) => /^gpgsig(?:-sha256)? /.test(line))
          .map((line) => line.slice(line.indexOf(' ') + 1))
      : lines.slice(end + 1);
  return begins.find(([begin]) => signed.includes(begin))?.[1];
}
