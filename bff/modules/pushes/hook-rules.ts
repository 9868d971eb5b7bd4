import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { type HookServer, openHookServer, type Push } from '../../git/hook-server.ts';
import { installHooks } from '../../git/hooks.ts';
import { nullSha } from '../../git/names.ts';
import { recordWikiPush, refusalOfWikiPush } from '../wikis/push-rules.ts';
import { type GitPlace, recordPush, refusalOfPush, refusalOfSize } from './rules.ts';

/** Who pushes to what. */
export interface PushContext {
  ctx: Ctx;
  place: GitPlace;
}

const updatesOf = (push: Push<PushContext>) =>
  push.updates.map(({ ref, old, new: sha }) => ({
    ref,
    old: old ?? nullSha,
    new: sha ?? nullSha,
  }));

async function judge(push: Push<PushContext>): Promise<string | undefined> {
  const { ctx, place } = push.context;
  const pushed = { updates: updatesOf(push), repo: push.repo };
  if (place.kind === 'code') return refusalOfPush(ctx, place.project, pushed);
  return (await refusalOfSize(ctx, push.repo)) ?? refusalOfWikiPush(ctx, place.project, pushed);
}

/** The hooks by which pushes are judged and recorded, whichever way they come. */
export async function openPushHooks(deps: Deps): Promise<HookServer<PushContext>> {
  const hooksFolder = join(deps.dataDir, 'hooks');
  await installHooks(hooksFolder);
  return openHookServer<PushContext>({
    hooksFolder,
    async onPreReceive(push) {
      const message = await judge(push);
      return { accepted: message === undefined, message };
    },
    async onPostReceive(push) {
      const { ctx, place } = push.context;
      const updates = updatesOf(push);
      if (place.kind === 'wiki') await recordWikiPush(ctx, place.project, updates);
      else await recordPush(ctx, place.project, { updates, options: push.pushOptions });
      return undefined;
    },
    onError: (error) => deps.log.error({ err: error }, 'a push could not be judged or recorded'),
  });
}
