import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { demo } from '#contract/demo.ts';
import type { Extension } from '../../app.ts';
import { type Config, readConfig } from '../../config.ts';
import { openDeps } from '../../deps.ts';
import { forbidden } from '../../errors.ts';
import { mount, type Api } from '../../http/mount.ts';
import { isSameOrigin } from '../../http/session-cookie.ts';
import { type Instance, openInstance } from '../instance.ts';
import { seededChance } from './chance.ts';
import { demoStarts } from './size.ts';
import type { Snapshot } from './snapshot.ts';

/** Requests that go on for longer are not waited for. */
const patience = 400;

/** A place where one instance after another lies, each on a new copy of the same snapshot. */
export interface Berth {
  fetch: Api['hono']['fetch'];
  close(): Promise<void>;
}

interface Options {
  snapshot: Snapshot;
  seed: number;
  /** A folder of its own. */
  folder: string;
  url: string;
  logLevel: string;
}

type Lying = Instance & { dataDir: string };

/** Opens the first instance; each reset closes the last one and opens another. */
export async function openBerth(options: Options): Promise<Berth> {
  const { snapshot, seed, folder, url, logLevel } = options;
  const busy = new Set<Promise<unknown>>();
  let copies = 0;

  async function copy(): Promise<string> {
    copies += 1;
    const dataDir = join(folder, `data-${copies}`);
    await snapshot.copyTo(dataDir);
    return dataDir;
  }

  async function open(dataDir: string): Promise<Lying> {
    const chance = seededChance(`${seed} later`);
    const deps = { ...openDeps(configOf(dataDir, logLevel)), chance, publicUrl: url };
    const instance = await openInstance(deps, {
      extensions: [resetRoute],
      leavesUnfinished: true,
    });
    return { ...instance, dataDir };
  }

  async function reset(): Promise<void> {
    const last = await current;
    const dataDir = await spare;
    // Requests wait for it from here on.
    current = (async () => {
      await rest();
      await last.close();
      return open(dataDir);
    })();
    await current;
    spare = copy();
    // Whoever asks for the next reset hears of it.
    spare.catch(() => undefined);
    void rm(last.dataDir, { recursive: true, force: true });
  }

  /** Until nothing is being answered, or for as long as anybody may wait. */
  async function rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([Promise.allSettled(busy), late]);
    clearTimeout(timer);
  }

  // Resets that come together follow one another.
  let resetting = Promise.resolve();
  const resetRoute: Extension = (api) =>
    mount(api, demo.reset, async ({ ctx, c }) => {
      // A page of another site must not reset what somebody is working with.
      if (c.req.header('origin') !== undefined && !isSameOrigin(c, ctx.publicUrl))
        throw forbidden();
      resetting = resetting.then(reset);
      await resetting;
      return { seed, now: demoStarts };
    });

  let current = open(await copy());
  await current;
  // Copying takes most of the time of a reset, so the next copy is there before.
  let spare = copy();
  spare.catch(() => undefined);
  return {
    async fetch(request, env) {
      const instance = await current;
      const answer = Promise.resolve(instance.fetch(request, env));
      // A reset does not wait for itself.
      if (!new URL(request.url).pathname.startsWith('/-/demo/')) {
        busy.add(answer);
        answer.finally(() => busy.delete(answer)).catch(() => undefined);
      }
      return answer;
    },
    async close() {
      await resetting;
      await (await current).close();
      await spare;
    },
  };
}

const configOf = (dataDir: string, logLevel: string): Config =>
  readConfig({ QD_DATA_DIR: dataDir, QD_CLOCK: demoStarts, QD_LOG_LEVEL: logLevel });
