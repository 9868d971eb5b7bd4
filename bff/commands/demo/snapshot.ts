import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildDemo, dataFolder, type Guide, guideFile, type Recipe } from './build.ts';
import { copyFolder, listFolder } from './copy-folder.ts';

const day = 86_400_000;
/** A snapshot that nobody has started for so long belongs to a build that is gone. */
const keptDays = 14;

/** A built demo in a folder that nobody changes. */
export interface Snapshot {
  guide: Guide;
  /** Copies its data directory. */
  copyTo(dataDir: string): Promise<void>;
}

/** Where snapshots are kept from one start to the next. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quarterdeck', 'demo');
}

/** Tells one build of the server from another. */
export function buildId(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    if (/\.[jt]s$/.test(name)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The snapshot of a build and a recipe; it is made where it is not kept. */
export async function openSnapshot(
  recipe: Recipe,
  { cache, build, onBuild }: { cache: string; build: string; onBuild: () => void },
): Promise<Snapshot> {
  const { mergeRequests, threads, issues, largeFiles } = recipe.size;
  const name = [build, recipe.seed, mergeRequests, threads, issues, largeFiles].join('-');
  const folder = join(cache, name);
  if (!existsSync(join(folder, guideFile))) {
    onBuild();
    await make(folder, recipe);
    await forgetOld(cache, name);
  }
  const time = new Date();
  utimesSync(folder, time, time);
  // Written by `buildDemo` alone.
  const guide = JSON.parse(await readFile(join(folder, guideFile), 'utf8')) as Guide;
  const data = join(folder, dataFolder);
  const listing = await listFolder(data);
  return { guide, copyTo: (dataDir) => copyFolder(data, dataDir, listing) };
}

/** It appears whole or not at all; whoever makes the same one at the same time may be faster. */
async function make(folder: string, recipe: Recipe): Promise<void> {
  const building = `${folder}.${randomBytes(6).toString('hex')}.new`;
  await mkdir(building, { recursive: true, mode: 0o700 });
  try {
    await buildDemo(building, recipe);
    await rename(building, folder).catch((error: unknown) => {
      if (!existsSync(join(folder, guideFile))) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function forgetOld(cache: string, except: string): Promise<void> {
  for (const name of readdirSync(cache)) {
    const used = statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs;
    if (used === undefined || name === except || Date.now() - used < keptDays * day) continue;
    await rm(join(cache, name), { recursive: true, force: true });
  }
}
