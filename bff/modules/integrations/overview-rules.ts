import type { IntegrationKind } from '#contract/integrations/kind.ts';
import { integrationKinds } from '#contract/integrations/kinds.ts';
import type { Ctx } from '../../context.ts';
import { badParameters } from '../../errors.ts';
import { groupsById } from '../groups/rules.ts';
import { allowedSlugs } from './allow-list-rules.ts';
import { countHeirs, firstHeirs, type Heir } from './heirs-repository.ts';
import { listChain, type PlaceIds } from './repository.ts';
import { type Resolved, resolve, servedKind } from './resolve.ts';

const mostHeirs = 50;

/** One kind at a place, with what lies around it. */
export interface Overview {
  resolved: Resolved;
  isAllowed: boolean;
  /** Full paths of groups by id. */
  paths: ReadonlyMap<number, string>;
  heirs: { groups: number; projects: number };
}

/** In full. */
export interface WholeOverview extends Overview {
  /** What it would be without a row of its own. */
  above: Resolved;
  firstHeirs: readonly Heir[];
}

const none = { groups: 0, projects: 0 };
const unset = (kind: IntegrationKind): Resolved => ({ kind, own: undefined, source: undefined });

/** Every kind that this server has, as it is at a place. */
export async function overviewOf(ctx: Ctx, place: PlaceIds): Promise<Overview[]> {
  const found = resolve(await listChain(ctx.db, place), place);
  const isAllowed = await allowedSlugs(ctx);
  const heirs = await heirCounts(ctx, place);
  const paths = await pathsOf(ctx, [...found.values()]);
  return integrationKinds
    .filter(({ slug }) => servedKind(slug) !== undefined)
    .map((kind) => ({
      resolved: found.get(kind.slug) ?? unset(kind),
      isAllowed: isAllowed(kind.slug),
      paths,
      heirs: heirs.get(kind.slug) ?? none,
    }));
}

/** One kind at a place, with what would be inherited and who inherits from here. */
export async function wholeOverviewOf(
  ctx: Ctx,
  place: PlaceIds,
  slug: string,
): Promise<WholeOverview> {
  const kind = servedKind(slug);
  if (kind === undefined) throw badParameters('slug does not have a valid value');
  const rows = await listChain(ctx.db, place, slug);
  const resolved = resolve(rows, place).get(slug) ?? unset(kind);
  const others = rows.filter((row) => row !== resolved.own);
  const above = resolve(others, place).get(slug) ?? unset(kind);
  const isAllowed = await allowedSlugs(ctx);
  const isGiver = place.projectId === null;
  return {
    resolved,
    isAllowed: isAllowed(slug),
    paths: await pathsOf(ctx, [resolved, above]),
    heirs: (await heirCounts(ctx, place, slug)).get(slug) ?? none,
    above,
    firstHeirs: isGiver ? await firstHeirs(ctx.db, place.groupId, { slug, most: mostHeirs }) : [],
  };
}

const heirCounts = async (ctx: Ctx, { projectId, groupId }: PlaceIds, slug?: string) =>
  projectId === null ? countHeirs(ctx.db, groupId, slug) : new Map<string, typeof none>();

async function pathsOf(ctx: Ctx, all: readonly Resolved[]): Promise<Map<number, string>> {
  const ids = all.map(({ source }) => source?.group_id ?? null);
  const groups = await groupsById(ctx, ids);
  return new Map([...groups].map(([id, { full_path: path }]) => [id, path]));
}
