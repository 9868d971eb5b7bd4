import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { type HookServer, openHookServer, type Push } from '../../git/hook-server.ts';
import { installHooks } from '../../git/hooks.ts';
import { nullSha } from '../../git/names.ts';
import type { Project } from '../projects/rules.ts';
import { recordPush, refusalOfPush } from './rules.ts';

/** Who pushes to what. */
export interface PushContext {
  ctx: Ctx;
  project: Project;
}

const updatesOf = (push: Push<PushContext>) =>
  push.updates.map(({ ref, old, new: sha }) => ({
    ref,
    old: old ?? nullSha,
    new: sha ?? nullSha,
  }));

/** The hooks by which pushes are judged and recorded, whichever way they come. */
export async function openPushHooks(deps: Deps): Promise<HookServer<PushContext>> {
  const hooksFolder = join(deps.dataDir, 'hooks');
  await installHooks(hooksFolder);
  return openHookServer<PushContext>({
    hooksFolder,
    async onPreReceive(push) {
      const { ctx, project } = push.context;
      const updates = updatesOf(push);
      const message = await refusalOfPush(ctx, project, { updates, repo: push.repo });
      return { accepted: message === undefined, message };
    },
    async onPostReceive(push) {
      const { ctx, project } = push.context;
      await recordPush(ctx, project, { updates: updatesOf(push), options: push.pushOptions });
      return undefined;
    },
    onError: (error) => deps.log.error({ err: error }, 'a push could not be judged or recorded'),
  });
}
