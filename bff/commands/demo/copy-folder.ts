import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What lies in a folder, by paths within it; a folder comes before what is in it. */
export interface Listing {
  folders: readonly string[];
  files: readonly string[];
}

/** Looks a folder through. */
export async function listFolder(folder: string): Promise<Listing> {
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(relative(folder, entry.parentPath), entry.name);
    if (entry.isDirectory()) folders.push(path);
    else files.push(path);
  }
  return { folders: folders.sort(), files };
}

/** Copies what is listed to a new folder; where the file system can, it shares the blocks. */
export async function copyFolder(from: string, to: string, listing: Listing): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const folder of listing.folders) await mkdir(join(to, folder));
  const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
  await Promise.all(
    listing.files.map((file) =>
      copyFile(join(from, file), join(to, file), COPYFILE_EXCL | COPYFILE_FICLONE),
    ),
  );
}
