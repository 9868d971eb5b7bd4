import { createHash, randomInt } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type { EventName } from '#contract/event-names.ts';
import { featureDefinitions, type FeatureName, type features } from '#contract/features.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { badRequest } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { authorizeGroup } from '../groups/rules.ts';
import { authorizeProject } from '../projects/rules.ts';
import { findUserByIdOrUsername } from '../users/rules.ts';
import {
  addFeatureActors,
  deleteFeature,
  type FeatureRow,
  findFeature,
  listFeatureActors,
  listFeatures,
  listNamedActors,
  removeFeatureActors,
  upsertFeature,
} from './repository.ts';

/** For whom a flag is asked; each is the id of a row. */
export interface FeatureSubjects {
  user?: number | null;
  group?: number | null;
  project?: number | null;
}

const actorsOf = ({ user, group, project }: FeatureSubjects): string[] => [
  ...(user == null ? [] : [`User:${user}`]),
  ...(group == null ? [] : [`Group:${group}`]),
  ...(project == null ? [] : [`Project:${project}`]),
];

/** The same actor always falls on the same side of the same flag. */
function isInShare(name: string, actor: string, percentage: number): boolean {
  const digest = createHash('sha256').update(`${name}\0${actor}`).digest();
  return digest.readUInt32BE(0) % 100 < percentage;
}

/**
 * Whether a flag is on for one of these. The stored state is read each time, so that a change holds
 * from the next request on, whichever replica answers it.
 */
export async function isFeatureEnabled(
  ctx: Ctx,
  name: FeatureName,
  subjects: FeatureSubjects = {},
): Promise<boolean> {
  const actors = actorsOf(subjects);
  return (await featureTest(ctx, name, actors))(actors);
}

/** For which of these projects, or because of the user, a flag is on; asked once for all. */
export async function projectsWithFeature(
  ctx: Ctx,
  name: FeatureName,
  { user, projects }: { user: number | null; projects: readonly number[] },
): Promise<ReadonlySet<number>> {
  const actors = projects.flatMap((project) => actorsOf({ user, project }));
  const isOn = await featureTest(ctx, name, [...new Set(actors)]);
  return new Set(projects.filter((project) => isOn(actorsOf({ user, project }))));
}

/** Reads what is stored of a flag and of these; then tells for which of them it is on. */
async function featureTest(
  ctx: Ctx,
  name: FeatureName,
  asked: readonly string[],
): Promise<(actors: readonly string[]) => boolean> {
  const row = await findFeature(ctx.db, name);
  if (row === undefined || row.enabled === 1) {
    const usual = featureDefinitions.some((one) => one.name === name && one.default_enabled);
    return () => row?.enabled === 1 || usual;
  }
  const named = new Set(await listNamedActors(ctx.db, name, asked));
  const { percentage_of_time: time, percentage_of_actors: share } = row;
  return (actors) =>
    (time > 0 && randomInt(100) < time) ||
    actors.some((actor) => named.has(actor) || isInShare(name, actor, share));
}

export interface FeatureState {
  row: FeatureRow;
  actors: string[];
}

/** Every flag that was set. */
export async function featureStates(ctx: Ctx): Promise<FeatureState[]> {
  const rows = await listFeatures(ctx.db);
  const actors = await listFeatureActors(ctx.db);
  return rows.map((row) => ({
    row,
    actors: actors.filter((one) => one.name === row.name).map((one) => one.actor),
  }));
}

type Wish = BodyOf<typeof features.set>;

const namesIn = (text: string | undefined) =>
  (text ?? '').split(',').flatMap((name) => name.trim() || []);

/** The rows that a wish names; 400 for a user, 404 for a place that is not there. */
async function namedActors(ctx: Ctx, wish: Wish): Promise<string[]> {
  const actors: string[] = [];
  for (const name of namesIn(wish.user)) {
    const user = await findUserByIdOrUsername(ctx, name);
    if (user === undefined) throw badRequest(`User ${name} is not found!`);
    actors.push(`User:${user.id}`);
  }
  for (const path of namesIn(wish.group)) {
    actors.push(`Group:${(await authorizeGroup(ctx, path, 'read_group')).id}`);
  }
  for (const path of namesIn(wish.project)) {
    actors.push(`Project:${(await authorizeProject(ctx, path, 'read_project')).id}`);
  }
  return actors;
}

/** Sets a flag for everyone, for a share, or for those named. */
export async function setFeature(ctx: Ctx, name: string, wish: Wish): Promise<FeatureState> {
  const actors = await namedActors(ctx, wish);
  const { value, key } = wish;
  // A variable that is empty must not turn the flag on for everyone.
  const isNamed = [wish.user, wish.group, wish.project].some((given) => given !== undefined);
  if (isNamed && actors.length === 0) throw badRequest('No user, group or project is named');
  if (actors.length > 0 && typeof value === 'number') {
    throw badRequest('A percentage cannot be set for named actors');
  }
  return transact(ctx, async (ctx) => {
    const before = await stateOf(ctx, name);
    const updated_at = now(ctx);
    if (actors.length > 0) {
      await upsertFeature(ctx.db, name, { updated_at });
      if (value === true) await addFeatureActors(ctx.db, name, actors);
      else await removeFeatureActors(ctx.db, name, actors);
    } else if (typeof value === 'number') {
      await upsertFeature(ctx.db, name, { [key ?? 'percentage_of_time']: value, updated_at });
    } else {
      const nobody = { percentage_of_actors: 0, percentage_of_time: 0 };
      await upsertFeature(ctx.db, name, { enabled: value ? 1 : 0, ...nobody, updated_at });
      await removeFeatureActors(ctx.db, name);
    }
    const after = await stateOf(ctx, name);
    if (after === undefined) throw new Error('a flag that was just written is gone');
    await audited(ctx, { action: 'feature.set', name, before, after });
    return after;
  });
}

/** Forgets a flag: its default holds again. One that was not set stays so. */
export async function removeFeature(ctx: Ctx, name: string): Promise<void> {
  await transact(ctx, async (ctx) => {
    const before = await stateOf(ctx, name);
    if (before === undefined) return;
    await deleteFeature(ctx.db, name);
    await audited(ctx, { action: 'feature.remove', name, before, after: undefined });
  });
}

const stateOf = async (ctx: Ctx, name: string): Promise<FeatureState | undefined> =>
  (await featureStates(ctx)).find((state) => state.row.name === name);

const valuesOf = (state: FeatureState | undefined) =>
  state === undefined
    ? undefined
    : {
        enabled: state.row.enabled === 1,
        percentage_of_actors: state.row.percentage_of_actors,
        percentage_of_time: state.row.percentage_of_time,
        actors: state.actors,
      };

const audited = (
  ctx: Ctx,
  event: {
    action: EventName;
    name: string;
    before: FeatureState | undefined;
    after: FeatureState | undefined;
  },
) =>
  audit(ctx, {
    action: event.action,
    subject: { type: 'Feature', id: null, name: event.name },
    before: valuesOf(event.before),
    after: valuesOf(event.after),
  });
