import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type Integration = Row<'integrations'>;

/** Where an integration can be set up: the instance has neither id. */
export interface PlaceIds {
  groupId: number | null;
  projectId: number | null;
  /** The namespace whose groups lie above, itself included; null above the topmost. */
  namespaceId: number | null;
}

const ofInstance = sql<SqlBool>`(coalesce(group_id, 0) = 0 and coalesce(project_id, 0) = 0)`;

/** Integrations of a place and of what lies above it, the nearest first. */
export const listChain = (db: Db, place: PlaceIds, slug?: string): Promise<Integration[]> =>
  db
    .selectFrom('integrations')
    .selectAll()
    .where((e) =>
      e.or([
        e('project_id', '=', place.projectId ?? 0),
        e(
          'group_id',
          'in',
          e
            .selectFrom('namespace_ancestors')
            .select('ancestor_id')
            .where('namespace_id', '=', place.namespaceId ?? 0),
        ),
        ofInstance,
      ]),
    )
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .orderBy((e) =>
      e
        .case()
        .when('project_id', 'is not', null)
        .then(-1)
        .when('group_id', 'is', null)
        .then(1_000_000)
        .else(
          e
            .selectFrom('namespace_ancestors')
            .select('depth')
            .where('namespace_id', '=', place.namespaceId ?? 0)
            .whereRef('ancestor_id', '=', 'integrations.group_id'),
        )
        .end(),
    )
    .execute();

/** The row of a place, written where there was none; no other transaction changes it meanwhile. */
export const ensureRow = (db: Db, row: NewRow<'integrations'>): Promise<Integration> =>
  db
    .insertInto('integrations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .expression(sql`coalesce(group_id, 0), coalesce(project_id, 0), slug`)
        .doUpdateSet((e) => ({ slug: e.ref('excluded.slug') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateRow = (
  db: Db,
  id: number,
  change: Change<'integrations'>,
): Promise<Integration> =>
  db
    .updateTable('integrations')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
