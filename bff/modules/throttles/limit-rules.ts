import type { Endpoint } from '#contract/endpoint.ts';
import { actingUserId, type Ctx, type User } from '../../context.ts';
import { tooManyRequests } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { type Limit, limits } from './limits.ts';
import { countHere, countTogether } from './rules.ts';

/** As much of an admitted call as limits look at. */
export interface Limitable {
  project?: { id: number };
  group?: { id: number };
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
}

/** Counts an admitted call against the limit of its endpoint; throws 429 for what is beyond. */
export async function limitCalls(ctx: Ctx, endpoint: Endpoint, call: Limitable): Promise<void> {
  if (endpoint.limited === undefined) return;
  const limit = limits[endpoint.limited];
  if (limit.searches === true && call.query.search === undefined) return;
  const caller = callerOf(ctx, limit);
  if (caller === undefined) return;
  const settings = await settingsOf(ctx);
  const most = settings[caller.most];
  const isExempt = limit.exempt !== undefined && named(settings[limit.exempt], caller.user);
  if (most === 0 || isExempt) return;
  const now = ctx.clock.now() / 1000;
  const endsAt = (Math.floor(now / limit.period) + 1) * limit.period;
  const key = ['limit', endpoint.limited, ...counted(caller.of, limit, call), endsAt].join(' ');
  const count = limit.writes === true ? countTogether : countHere;
  if ((await count(ctx, key, endsAt)) > most) throw tooManyRequests(Math.ceil(endsAt - now));
}

/** Says whether a person may start one more pipeline of a commit now, by a job or otherwise. */
export async function mayStartPipeline(
  ctx: Ctx,
  of: { user: Pick<User, 'id'>; projectId: number; sha: string; isDownstream: boolean },
): Promise<boolean> {
  const settings = await settingsOf(ctx);
  const kinds = [['pipelines', settings.pipeline_limit_per_project_user_sha]] as [string, number][];
  if (of.isDownstream) {
    const { downstream_pipeline_trigger_limit_per_project_user_sha: most } = settings;
    kinds.push(['downstream', most]);
  }
  const endsAt = (Math.floor(ctx.clock.now() / 60_000) + 1) * 60;
  for (const [kind, most] of kinds) {
    const key = ['limit', kind, of.projectId, of.user.id, of.sha, endsAt].join(' ');
    if (most !== 0 && (await countTogether(ctx, key, endsAt)) > most) return false;
  }
  return true;
}

/** Counts an import that the caller begins; throws 429 for what is beyond so many a minute. */
export async function limitImports(
  ctx: Ctx,
  by: 'project_import_limit' | 'group_import_limit',
): Promise<void> {
  const most = (await settingsOf(ctx))[by];
  if (most === 0) return;
  const now = ctx.clock.now() / 1000;
  const endsAt = (Math.floor(now / 60) + 1) * 60;
  const key = ['limit', by, actingUserId(ctx), endsAt].join(' ');
  if ((await countTogether(ctx, key, endsAt)) > most) {
    throw tooManyRequests(Math.ceil(endsAt - now));
  }
}

interface Caller {
  of: string;
  most: Limit['person'];
  user?: User;
}

/** Who is counted and by which setting; undefined for whoever is not. */
function callerOf({ actor, origin }: Ctx, limit: Limit): Caller | undefined {
  if (actor.kind === 'user') {
    const counts = limit.writes === true || limit.ofScreens === true;
    if (actor.via === 'session' && !counts) return undefined;
    // Who acts for another by `sudo` spends their own.
    const user = actor.impersonator ?? actor.user;
    return { of: `user ${user.id}`, most: limit.person, user };
  }
  if (actor.kind === 'system' || limit.anonymous === undefined) return undefined;
  return { of: `address ${origin?.ip ?? ''}`, most: limit.anonymous };
}

const named = (usernames: readonly string[], user: User | undefined): boolean =>
  user !== undefined &&
  usernames.some((name) => name.toLowerCase() === user.username.toLowerCase());

function counted(caller: string, { apart }: Limit, call: Limitable): readonly unknown[] {
  const { project, group, params } = call;
  // A path is as long as a caller likes.
  if (apart === 'file') return [project?.id, sha256(String(params.file_path))];
  if (apart !== 'place') return [caller];
  return [caller, project === undefined ? `group ${group?.id}` : `project ${project.id}`];
}
