import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type GitEnv, type Repo, repoPath } from './environment.ts';

/** A folder for objects that nobody will need again, so that they do not litter a repository. */
export interface ScratchObjects {
  /** Writes go to the repository, and what lies in the folder can be read. */
  readonly readable: GitEnv;
  /** Writes go to the folder, and what lies in the repository can be read. */
  readonly writable: GitEnv;
  /** Writes a commit into the folder without starting git and returns its id. */
  writeCommit(bytes: Buffer): Promise<string>;
}

/** Gives `work` such a folder and removes it afterwards. */
export async function withScratchObjects<T>(
  repo: Repo,
  work: (scratch: ScratchObjects) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-objects-'));
  const quarantine = typeof repo === 'string' ? {} : repo.env;
  const main = quarantine['GIT_OBJECT_DIRECTORY'] ?? join(repoPath(repo), 'objects');
  const others = quarantine['GIT_ALTERNATE_OBJECT_DIRECTORIES'];
  const joined = (...folders: (string | undefined)[]): string =>
    folders.filter((one) => one !== undefined).join(':');
  try {
    return await work({
      readable: { GIT_ALTERNATE_OBJECT_DIRECTORIES: joined(folder, others) },
      writable: {
        GIT_OBJECT_DIRECTORY: folder,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: joined(main, others),
      },
      writeCommit: async (bytes) => {
        const whole = Buffer.concat([Buffer.from(`commit ${bytes.length}\0`), bytes]);
        const id = createHash('sha1').update(whole).digest('hex');
        await mkdir(join(folder, id.slice(0, 2)), { recursive: true });
        await writeFile(join(folder, id.slice(0, 2), id.slice(2)), deflateSync(whole));
        return id;
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
