import type * as z from 'zod';
import type { integrationRecord, wholeIntegration } from '#contract/integrations/record.ts';
import { shownRow } from './rules.ts';
import {
  flagsOf,
  isActive,
  isInherited,
  type Resolved,
  settingsOfRow,
  type Value,
} from './resolve.ts';

/** An integration as lists show it. */
export function presentIntegration(found: Resolved): z.output<typeof integrationRecord> {
  const { kind, source } = found;
  const row = shownRow(found);
  return {
    id: row.id,
    title: kind.title,
    slug: kind.slug,
    created_at: row.created_at,
    updated_at: row.updated_at,
    active: isActive(found),
    ...flagsOf(source ?? row),
    comment_on_event_enabled: (source ?? row).comment_on_event_enabled === 1,
    inherited: isInherited(found),
  };
}

/** With what may be read of its settings. */
export const presentWholeIntegration = (found: Resolved): z.output<typeof wholeIntegration> => ({
  ...presentIntegration(found),
  properties: propertiesOf(found),
});

/** The readable settings, by the specification's names and by the vendor's. */
export function propertiesOf({ kind, source }: Resolved): Record<string, Value> {
  const values = settingsOfRow(kind, source);
  return Object.fromEntries(
    kind.fields
      .filter(({ type, writeonly }) => type !== 'secret' && writeonly !== true)
      .flatMap(({ key, aliases = [] }) =>
        [key, ...aliases].map((name) => [name, values[key] ?? null]),
      ),
  );
}
