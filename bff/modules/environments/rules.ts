import type { Page } from '#contract/common.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { environments, EnvironmentTier } from '#contract/environments.ts';
import type { EventName } from '#contract/event-names.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import type { NewRow } from '../../db/schema.ts';
import { badRequest, forbidden, invalid, recordNotFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import type { Project } from '../projects/rules.ts';
import { environmentSlug, nameProblem, tierOfName } from './names.ts';
import {
  deleteEnvironmentRow,
  type Environment,
  findEnvironment,
  findEnvironmentByName,
  insertEnvironment,
  insertEnvironmentIfNew,
  listEnvironments,
  listEnvironmentsByIds,
  updateEnvironmentRow,
} from './repository.ts';

export type { Environment } from './repository.ts';

type Paging = { offset: number; perPage: number };
const shortestSearch = 3;

/** One page of environments. */
export async function environmentPage(
  ctx: Ctx,
  project: Project,
  query: QueryOf<typeof environments.list> & { paging: Paging },
): Promise<Page<Environment>> {
  if (query.search !== undefined && [...query.search].length < shortestSearch) {
    throw badRequest(`Search query is less than ${shortestSearch} characters`);
  }
  return listEnvironments(ctx.db, project.id, query);
}

/** An environment of a project; 404 `404 Not found`. */
export async function getEnvironment(ctx: Ctx, project: Project, id: number): Promise<Environment> {
  const found = await findEnvironment(ctx.db, project.id, id);
  if (found === undefined) throw recordNotFound();
  return found;
}

/** Environments by id, for records that name them. */
export async function environmentsById(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, Environment>> {
  const rows = await listEnvironmentsByIds(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

function newRow(
  ctx: Ctx,
  project: Project,
  given: { name: string; tier?: EnvironmentTier; external_url?: string | null },
): NewRow<'environments'> {
  const time = now(ctx);
  return {
    project_id: project.id,
    name: given.name,
    name_lower: given.name.toLowerCase(),
    slug: environmentSlug(given.name),
    external_url: given.external_url || null,
    tier: given.tier ?? tierOfName(given.name),
    description: null,
    auto_stop_at: null,
    created_at: time,
    updated_at: time,
  };
}

/** The environment of a name, made where it is not there. Call inside `transact`. */
export async function environmentNamed(
  ctx: Ctx,
  project: Project,
  given: { name: string; external_url?: string | null },
): Promise<Environment> {
  const problem = nameProblem(given.name);
  if (problem !== undefined) throw invalid({ environment: [problem] });
  const before = await findEnvironmentByName(ctx.db, project.id, given.name);
  if (before !== undefined) return before;
  await insertEnvironmentIfNew(ctx.db, newRow(ctx, project, given));
  const made = await findEnvironmentByName(ctx.db, project.id, given.name);
  if (made === undefined) throw new Error('an environment that was just made is gone');
  return made;
}

/** An address that a page may link to. */
function checkUrl(text: string | null | undefined): void {
  if (text == null || text === '') return;
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol)) {
    throw invalid({ external_url: ['is not a valid URL'] });
  }
}

/** Creates an environment; 400 for a name that is taken. */
export async function createEnvironment(
  ctx: Ctx,
  project: Project,
  body: BodyOf<typeof environments.create>,
): Promise<Environment> {
  const problem = nameProblem(body.name);
  if (problem !== undefined) throw invalid({ name: [problem] });
  checkUrl(body.external_url);
  try {
    return await transact(ctx, async (ctx) => {
      const row = await insertEnvironment(ctx.db, {
        ...newRow(ctx, project, body),
        description: body.description ?? null,
        auto_stop_setting: body.auto_stop_setting ?? 'always',
      });
      await audited(ctx, project, { action: 'environment.create', row });
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid({ name: ['has already been taken'], slug: ['has already been taken'] });
  }
}

/** Changes an environment. */
export async function updateEnvironment(
  ctx: Ctx,
  project: Project,
  change: { id: number; body: BodyOf<typeof environments.update> },
): Promise<Environment> {
  const before = await getEnvironment(ctx, project, change.id);
  const { external_url, ...rest } = change.body;
  checkUrl(external_url);
  return transact(ctx, async (ctx) => {
    const row = await updateEnvironmentRow(ctx.db, before.id, {
      ...rest,
      ...(external_url === undefined ? {} : { external_url: external_url || null }),
      updated_at: now(ctx),
    });
    await audited(ctx, project, { action: 'environment.update', row });
    return row;
  });
}

/** Marks an environment as stopped, or available again. Call inside `transact`. */
export const setEnvironmentState = (
  ctx: Ctx,
  id: number,
  state: 'available' | 'stopped',
): Promise<Environment> =>
  updateEnvironmentRow(ctx.db, id, {
    state,
    ...(state === 'stopped' ? { auto_stop_at: null } : {}),
    updated_at: now(ctx),
  });

/** Stops an environment. */
export async function stopEnvironment(
  ctx: Ctx,
  project: Project,
  id: number,
): Promise<Environment> {
  const before = await getEnvironment(ctx, project, id);
  return transact(ctx, async (ctx) => {
    const row = await setEnvironmentState(ctx, before.id, 'stopped');
    await audited(ctx, project, { action: 'environment.stop', row });
    return row;
  });
}

/** Deletes an environment; 403 while it is not stopped. */
export async function removeEnvironment(ctx: Ctx, project: Project, id: number): Promise<void> {
  const row = await getEnvironment(ctx, project, id);
  if (row.state !== 'stopped') throw forbidden();
  await transact(ctx, async (ctx) => {
    await deleteEnvironmentRow(ctx.db, row.id);
    await audited(ctx, project, { action: 'environment.remove', row });
  });
}

const audited = (ctx: Ctx, project: Project, event: { action: EventName; row: Environment }) =>
  audit(ctx, {
    action: event.action,
    subject: { type: 'Environment', id: event.row.id, name: event.row.name },
    projectId: project.id,
    after: { state: event.row.state, tier: event.row.tier, external_url: event.row.external_url },
  });
