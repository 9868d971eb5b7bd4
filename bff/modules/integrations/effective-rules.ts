import type { EventFlag } from '#contract/integrations/events.ts';
import type { IntegrationKind } from '#contract/integrations/kind.ts';
import type { Ctx } from '../../context.ts';
import { allowedSlugs } from './allow-list-rules.ts';
import { listChain, type PlaceIds } from './repository.ts';
import {
  flagsOf,
  isActive,
  isInherited,
  type Level,
  levelOf,
  type Resolved,
  resolve,
  secretsOfRow,
  settingsOfRow,
  type Values,
} from './resolve.ts';

/** An integration as it works somewhere. Its secrets are readable: for deliveries alone. */
export interface EffectiveIntegration {
  kind: IntegrationKind;
  slug: string;
  /** The row whose settings count. */
  integrationId: number;
  source: Level;
  inherited: boolean;
  events: Record<EventFlag, boolean>;
  commentOnEvent: boolean;
  settings: Values;
  updatedAt: string;
}

type ProjectRef = { readonly id: number; readonly namespace_id: number };

/** A project as a place of integrations. */
export const placeOfProject = (project: ProjectRef): PlaceIds => ({
  projectId: project.id,
  groupId: null,
  namespaceId: project.namespace_id,
});

/** A group as a place of integrations. */
export const placeOfGroup = (group: { readonly id: number }): PlaceIds => ({
  projectId: null,
  groupId: group.id,
  namespaceId: group.id,
});

/** The instance as a place of integrations. */
export const placeOfInstance: PlaceIds = { projectId: null, groupId: null, namespaceId: null };

/** The integrations that work in a project: its own, else those of the groups above, else the instance's. */
export const effectiveIntegrationsOf = (
  ctx: Ctx,
  project: ProjectRef,
): Promise<readonly EffectiveIntegration[]> => effectiveAt(ctx, placeOfProject(project));

/** One of them. */
export const effectiveIntegration = async (
  ctx: Ctx,
  project: ProjectRef,
  slug: string,
): Promise<EffectiveIntegration | undefined> =>
  (await effectiveAt(ctx, placeOfProject(project), slug))[0];

/** The same for a group, as its test wants it. */
export const effectiveOfGroup = async (
  ctx: Ctx,
  group: { readonly id: number },
  slug: string,
): Promise<EffectiveIntegration | undefined> =>
  (await effectiveAt(ctx, placeOfGroup(group), slug))[0];

/** The same for the instance. */
export const effectiveOfInstance = async (
  ctx: Ctx,
  slug: string,
): Promise<EffectiveIntegration | undefined> => (await effectiveAt(ctx, placeOfInstance, slug))[0];

async function effectiveAt(ctx: Ctx, place: PlaceIds, slug?: string) {
  const rows = await listChain(ctx.db, place, slug);
  if (rows.length === 0) return [];
  const isAllowed = await allowedSlugs(ctx);
  return [...resolve(rows, place).values()]
    .filter((one) => isActive(one) && isAllowed(one.kind.slug))
    .flatMap((one) => effectiveOf(ctx, one));
}

function effectiveOf(ctx: Ctx, resolved: Resolved): EffectiveIntegration[] {
  const { kind, source: row } = resolved;
  if (row === undefined) return [];
  return [
    {
      kind,
      slug: kind.slug,
      integrationId: row.id,
      source: levelOf(row),
      inherited: isInherited(resolved),
      events: flagsOf(row),
      commentOnEvent: row.comment_on_event_enabled === 1,
      settings: { ...settingsOfRow(kind, row), ...secretsOfRow(ctx.secrets, row) },
      updatedAt: row.updated_at,
    },
  ];
}
