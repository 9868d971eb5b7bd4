import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2 from 'ssh2';

const name = 'ssh_host_ed25519_key';

/** The private key by which clients know this server, made at the first start with SSH. */
export async function hostKey(dataDir: string): Promise<string> {
  const path = join(dataDir, name);
  const known = await readIfThere(path);
  if (known !== undefined) return known;
  const { private: made } = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'quarterdeck' });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(made);
    await file.sync();
  } finally {
    await file.close();
  }
  // Of several servers on one folder the first one's key is everybody's.
  await link(draft, path).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
  await rm(draft);
  return (await readIfThere(path)) ?? made;
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined;
const isThere = (error: unknown) => codeOf(error) === 'EEXIST';

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
