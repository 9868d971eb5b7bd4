import { projectOnlySlugs } from '#contract/integrations/kinds.ts';
import type { IntegrationKind } from '#contract/integrations/kind.ts';
import { isLinked } from '#contract/integrations/references.ts';
import { type Ctx, now, transact } from '../../context.ts';
import { badParameters, DomainError, notFound, refused } from '../../errors.ts';
import { policyOf } from '../../outbound/rules.ts';
import { refuseStale } from '../../preconditions.ts';
import { audit } from '../audit/rules.ts';
import { allowedSlugs } from './allow-list-rules.ts';
import { blank, flagChange, storedForm, wishOf } from './change.ts';
import { ensureRow, type Integration, listChain, type PlaceIds, updateRow } from './repository.ts';
import {
  flagsOf,
  isActive,
  type Resolved,
  resolve,
  secretsOfRow,
  servedKind,
  settingsOfRow,
} from './resolve.ts';
import { type FieldProblems, wrongValues } from './value-rules.ts';

export type { PlaceIds } from './repository.ts';

/** What is set up, and how what is wrong with it is told. */
export interface SetUp {
  slug: string;
  body: Readonly<Record<string, unknown>>;
  refusal: (problems: FieldProblems) => DomainError;
}

/** All of it as one text, as the API tells it. */
export const asOneText = (problems: FieldProblems): DomainError => {
  const fields = Object.entries(problems).map(
    ([name, texts]) => `:${name}=>[${texts.map((text) => JSON.stringify(text)).join(', ')}]`,
  );
  return refused(`Failed to update integration. {${fields.join(', ')}}`);
};

/** The active integrations of a place, those that it inherits too. */
export async function activeIntegrations(ctx: Ctx, place: PlaceIds): Promise<Resolved[]> {
  const isAllowed = await allowedSlugs(ctx);
  const all = resolve(await listChain(ctx.db, place), place).values();
  return [...all]
    .filter((one) => isActive(one) && isAllowed(one.kind.slug))
    .sort((a, b) => shownRow(a).id - shownRow(b).id);
}

/** The row that stands for an integration where it is looked at. */
export function shownRow({ own, source }: Resolved): Integration {
  const row = own ?? source;
  if (row === undefined) throw new Error('resolved without a row');
  return row;
}

/** One integration of a place: 404 where nobody has set it up there or above. */
export async function getIntegration(ctx: Ctx, place: PlaceIds, slug: string): Promise<Resolved> {
  refuseProjectOnly(place, slug);
  const kind = servedKind(slug);
  if (kind === undefined) throw badParameters('slug does not have a valid value');
  const isAllowed = await allowedSlugs(ctx);
  const found = resolve(await listChain(ctx.db, place, slug), place).get(slug);
  const exists = found !== undefined && (found.own !== undefined || isActive(found));
  if (!exists || !isAllowed(slug)) throw notFound('Integration');
  return found;
}

/** Sets an integration up, with settings of its own or those of the nearest above. */
export async function setUpIntegration(ctx: Ctx, place: PlaceIds, wish: SetUp): Promise<Resolved> {
  refuseProjectOnly(place, wish.slug);
  const kind = servedKind(wish.slug);
  if (kind === undefined) throw new DomainError({ kind: 'no_route' });
  const isAllowed = await allowedSlugs(ctx);
  if (!isAllowed(kind.slug)) throw notAvailable();
  return transact(ctx, async (ctx) => {
    const fresh = newRow(ctx, place, kind);
    const before = await ensureRow(ctx.db, fresh);
    if (await hasOtherTracker(ctx, place, kind.slug)) throw wish.refusal({ base: [oneTracker] });
    const change = await (wish.body.use_inherited_settings === true
      ? inheritedChange(ctx, place, kind)
      : ownChange(ctx, { kind, row: before, wish }));
    const row = await updateRow(ctx.db, before.id, { ...change, updated_at: fresh.updated_at });
    await auditChange(ctx, { kind, before, row });
    return resolvedAt(ctx, place, kind);
  });
}

/** Switches an integration off; nothing of its settings is kept, and nothing above counts. */
export async function removeIntegration(
  ctx: Ctx,
  place: PlaceIds,
  wish: { slug: string; unmodifiedSince?: string | undefined },
): Promise<void> {
  const found = await getIntegration(ctx, place, wish.slug);
  refuseStale(shownRow(found), wish.unmodifiedSince);
  await transact(ctx, async (ctx) => {
    const before = await ensureRow(ctx.db, newRow(ctx, place, found.kind));
    const change = { ...blank, active: 0, inherits: 0, updated_at: now(ctx) };
    await updateRow(ctx.db, before.id, change);
    await audit(ctx, { action: 'integration.remove', ...subjectOf(found.kind, before) });
  });
}

const notAvailable = () => refused('400 Integration not available');

function refuseProjectOnly(place: PlaceIds, slug: string): void {
  const isProject = place.projectId !== null;
  if (!isProject && projectOnlySlugs.includes(slug)) throw notAvailable();
}

function newRow(ctx: Ctx, place: PlaceIds, kind: IntegrationKind) {
  const instant = now(ctx);
  return {
    slug: kind.slug,
    group_id: place.groupId,
    project_id: place.projectId,
    created_at: instant,
    updated_at: instant,
  };
}

const oneTracker =
  'Another issue tracker is already in use. Only one issue tracker service can be active at a time';

/** Texts of a project lead to one tracker: it has no second one of its own. */
async function hasOtherTracker(ctx: Ctx, place: PlaceIds, slug: string): Promise<boolean> {
  if (place.projectId === null || !isLinked(slug)) return false;
  const all = resolve(await listChain(ctx.db, place), place).values();
  return [...all].some(
    (one) =>
      one.own?.active === 1 && isActive(one) && one.kind.slug !== slug && isLinked(one.kind.slug),
  );
}

async function resolvedAt(ctx: Ctx, place: PlaceIds, kind: IntegrationKind): Promise<Resolved> {
  const found = resolve(await listChain(ctx.db, place, kind.slug), place).get(kind.slug);
  if (found === undefined) throw new Error('an integration that was written is there');
  return found;
}

/** The link to what is above; nothing of its own is kept beside it. */
async function inheritedChange(ctx: Ctx, place: PlaceIds, kind: IntegrationKind) {
  const rows = await listChain(ctx.db, place, kind.slug);
  const above = rows.filter(
    (row) => row.group_id !== place.groupId || row.project_id !== place.projectId,
  );
  const { source } = resolve(above, place).get(kind.slug) ?? {};
  if (source?.active !== 1) throw refused('Default integration not found.');
  return { ...blank, active: 1, inherits: 1 };
}

async function ownChange(
  ctx: Ctx,
  { kind, row, wish }: { kind: IntegrationKind; row: Integration; wish: SetUp },
) {
  const { values, erased } = wishOf(ctx.secrets, { kind, row, body: wish.body });
  const wrong = { ...wrongValues(kind, values, await policyOf(ctx)), ...erased };
  if (Object.keys(wrong).length > 0) throw wish.refusal(wrong);
  return {
    ...storedForm(ctx.secrets, kind, values),
    ...flagChange(kind, wish.body),
    active: 1,
    inherits: 0,
  };
}

const subjectOf = (kind: IntegrationKind, row: Integration) => ({
  subject: { type: 'Integration', id: row.id, name: kind.title },
  projectId: row.project_id,
  groupId: row.group_id,
});

/** What was changed, by name; of secrets that they were. */
async function auditChange(
  ctx: Ctx,
  { kind, before, row }: { kind: IntegrationKind; before: Integration; row: Integration },
): Promise<void> {
  const seen = (one: Integration) => ({
    slug: one.slug,
    active: one.active === 1,
    inherited: one.inherits === 1,
    ...flagsOf(one),
    ...settingsOfRow(kind, one),
  });
  const [old, young] = [Object.entries(seen(before)), Object.entries(seen(row))];
  const differing = new Set(
    young.flatMap(([key, value], at) => (old[at]?.[1] === value ? [] : key)),
  );
  const of = (entries: [string, unknown][]) =>
    Object.fromEntries(entries.filter(([key]) => key === 'slug' || differing.has(key)));
  // Each encryption of one text is another text: what is inside is compared.
  const secretsIn = (one: Integration) => JSON.stringify(secretsOfRow(ctx.secrets, one));
  const hasNewSecrets = secretsIn(before) !== secretsIn(row);
  await audit(ctx, {
    action: 'integration.update',
    ...subjectOf(kind, row),
    before: of(old),
    after: { ...of(young), ...(hasNewSecrets && { secrets: 'changed' }) },
  });
}
