import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp, systemContext } from '../../app.ts';
import { stillClock } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { hurry, saveCopy } from '../../db/copy.ts';
import { openDeps } from '../../deps.ts';
import { hurryGit } from '../../git/environment.ts';
import { housekeep } from '../../git/repository.ts';
import { jobHandlers } from '../../jobs/handlers.ts';
import { startJobs } from '../../jobs/runner.ts';
import { repositoryPath } from '../../modules/projects/rules.ts';
import { startUp } from '../../start-up.ts';
import { demoPassword, rootName } from './cast.ts';
import { pickerOf, seededChance } from './chance.ts';
import { fill } from './fill.ts';
import { tokenOf } from './people.ts';
import { demoBegins, type Size } from './size.ts';
import { createWorld, type World } from './world.ts';

/** What somebody needs to use a demo, besides its address. */
export interface Guide {
  users: Record<string, { id: number; name: string; password: string }>;
  tokens: Record<string, string>;
  projects: Record<string, number>;
}

export interface Recipe {
  seed: number;
  size: Size;
}

/** What a folder of a demo holds, besides the data directory. */
export const guideFile = 'guide.json';
export const dataFolder = 'data';

/** Makes a demo in a new folder: its data directory and a guide to it. */
export async function buildDemo(folder: string, { seed, size }: Recipe): Promise<void> {
  const dataDir = join(folder, dataFolder);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const config = readConfig({
    QD_DATA_DIR: dataDir,
    QD_LOG_LEVEL: 'silent',
    QD_ROOT_PASSWORD: demoPassword,
    QD_ROOT_TOKEN: tokenOf(seed, rootName),
  });
  const file = join(dataDir, 'quarterdeck.sqlite');
  const copy = join(folder, 'copy.sqlite');
  const clock = stillClock(Date.parse(demoBegins));
  const deps = { ...openDeps(config), clock, chance: seededChance(`${seed} ids`) };
  try {
    await hurry(deps.db);
    hurryGit();
    await startUp(deps);
    const world = createWorld({
      size,
      pick: pickerOf(seededChance(`${seed} story`)),
      ctx: systemContext(deps, 'demo'),
      clock,
      api: createApp(deps),
      jobs: startJobs(deps, jobHandlers, { loops: 0 }),
    });
    const places = await fill(world, { seed, save: () => saveCopy(deps.db, copy) });
    for (const id of places.values()) {
      const path = repositoryPath(deps, id);
      await housekeep(path);
      // A file for each ref, which nobody will ever ask for; few files are copied fast.
      rmSync(join(path, 'logs'), { recursive: true, force: true });
    }
    writeFileSync(join(folder, guideFile), JSON.stringify(guideOf(world, places)));
  } finally {
    await deps.close();
  }
  // The database as it was in the middle of the last work; what came after is not kept.
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  renameSync(copy, file);
}

function guideOf({ people }: World, places: ReadonlyMap<string, number>): Guide {
  const all = [...people];
  return {
    users: Object.fromEntries(
      all.map(([username, { id, name }]) => [username, { id, name, password: demoPassword }]),
    ),
    tokens: Object.fromEntries(all.map(([username, { token }]) => [username, token])),
    projects: Object.fromEntries(places),
  };
}
