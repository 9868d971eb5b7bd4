import { type EventFlag, eventFlags } from '#contract/integrations/events.ts';
import type { IntegrationKind } from '#contract/integrations/kind.ts';
import { kindOf } from '#contract/integrations/kinds.ts';
import { isBuilt } from '../../revision.ts';
import type { Secrets } from '../../secrets.ts';
import type { Integration, PlaceIds } from './repository.ts';

export type Value = string | number | boolean | null;
export type Values = Readonly<Record<string, Value>>;

/** What one kind of integration is at a place: its own row, and the row whose settings count. */
export interface Resolved {
  kind: IntegrationKind;
  own: Integration | undefined;
  /** The own row, or the nearest above that does not inherit; undefined where nobody has set it. */
  source: Integration | undefined;
}

/** The kind of a slug, where this server has it. */
export function servedKind(slug: string): IntegrationKind | undefined {
  const kind = kindOf(slug);
  return kind?.development === true && isBuilt ? undefined : kind;
}

/** Is the row the place's own? */
const isOf = (row: Integration, place: PlaceIds): boolean =>
  row.project_id === place.projectId && row.group_id === place.groupId;

/** What each kind is at a place, by the rows of the place and of what lies above, nearest first. */
export function resolve(rows: readonly Integration[], place: PlaceIds): Map<string, Resolved> {
  const bySlug = new Map<string, Resolved>();
  for (const row of rows) {
    const kind = servedKind(row.slug);
    if (kind === undefined) continue;
    const known = bySlug.get(row.slug) ?? { kind, own: undefined, source: undefined };
    if (isOf(row, place)) known.own = row;
    // Whole records are inherited: the nearest that has settings of its own decides, off or on.
    if (row.inherits === 0) known.source ??= row;
    bySlug.set(row.slug, known);
  }
  return bySlug;
}

/** What a row belongs to. */
export interface Level {
  level: 'project' | 'group' | 'instance';
  id: number | null;
}

/** What a row belongs to; the instance has no id. */
export function levelOf(row: Integration): Level {
  if (row.project_id !== null) return { level: 'project', id: row.project_id };
  if (row.group_id !== null) return { level: 'group', id: row.group_id };
  return { level: 'instance', id: null };
}

/** Does somebody above decide here? */
export const isInherited = ({ own }: Resolved): boolean => own === undefined || own.inherits === 1;

export const isActive = ({ source }: Resolved): boolean => source?.active === 1;

/** Settings of a row without its secrets; what is not set is what holds by default. */
export function settingsOfRow(kind: IntegrationKind, row: Integration | undefined): Values {
  // Written by the rules alone, from values that the contract let through.
  const stored = JSON.parse(row?.settings ?? '{}') as Values;
  const values: Record<string, Value> = {};
  for (const field of kind.fields) {
    if (field.type === 'secret') continue;
    // Rows of integrations hold texts, numbers and booleans.
    const initial = field.default as Value;
    values[field.key] = field.readonly === true ? initial : (stored[field.key] ?? initial);
  }
  const branches = values.branches_to_be_notified;
  if ('notify_only_default_branch' in values) {
    values.notify_only_default_branch = branches === 'default';
  }
  return values;
}

/** Secrets of a row by name. */
export const secretsOfRow = (secrets: Secrets, row: Integration | undefined): Values =>
  row?.encrypted_secrets == null
    ? {}
    : (JSON.parse(secrets.decrypt(row.encrypted_secrets)) as Values);

/** The flags of a row. */
export const flagsOf = (row: Integration): Record<EventFlag, boolean> =>
  // Safe: one entry for each flag.
  Object.fromEntries(eventFlags.map((flag) => [flag, row[flag] === 1])) as Record<
    EventFlag,
    boolean
  >;
