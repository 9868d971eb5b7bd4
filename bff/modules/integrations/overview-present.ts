import type { ResponseOf } from '#contract/endpoint.ts';
import type { integrationOverview } from '#contract/integration-overview.ts';
import { eventDefaults } from '#contract/integrations/events.ts';
import type { Secrets } from '../../secrets.ts';
import type { Overview, WholeOverview } from './overview-rules.ts';
import { propertiesOf } from './present.ts';
import type { Integration } from './repository.ts';
import { flagsOf, isActive, isInherited, levelOf, secretsOfRow } from './resolve.ts';

type Shown = ResponseOf<typeof integrationOverview.show>;

/** One kind of integration at a place, for its list. */
export function presentOverview(
  overview: Overview,
): ResponseOf<typeof integrationOverview.list>[number] {
  const { resolved, isAllowed, paths, heirs } = overview;
  const { kind, own, source } = resolved;
  const wasSet = own !== undefined || isActive(resolved);
  return {
    slug: kind.slug,
    title: kind.title,
    family: kind.family,
    allowed: isAllowed,
    state: isActive(resolved) ? 'active' : wasSet ? 'inactive' : 'unset',
    inherited: wasSet && isInherited(resolved),
    source: source === undefined ? null : sourceOf(source, paths),
    properties: propertiesOf(resolved),
    updated_at: (own ?? source)?.updated_at ?? null,
    heirs,
  };
}

/** In full, secrets by name alone. */
export function presentWholeOverview(secrets: Secrets, overview: WholeOverview): Shown {
  const { resolved, above, paths, firstHeirs } = overview;
  const { own, source } = resolved;
  const from = above.source;
  return {
    ...presentOverview(overview),
    events: source === undefined ? eventDefaults : flagsOf(source),
    comment_on_event_enabled: source?.comment_on_event_enabled !== 0,
    secrets: Object.keys(secretsOfRow(secrets, own)),
    above:
      from?.active !== 1
        ? null
        : {
            source: sourceOf(from, paths),
            properties: propertiesOf(above),
            events: flagsOf(from),
            comment_on_event_enabled: from.comment_on_event_enabled === 1,
          },
    first_heirs: [...firstHeirs],
  };
}

const sourceOf = (row: Integration, paths: ReadonlyMap<number, string>) => ({
  ...levelOf(row),
  full_path: row.group_id === null ? null : (paths.get(row.group_id) ?? null),
});
