import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Between two issues there is room for ten halvings. */
const step = 1024;

/** Gives those of a project that have no place yet one behind all others, by id. */
export async function placeTheRest(db: Db, projectId: number): Promise<void> {
  await sql`update issues set relative_position = placed.place
    from (select id, ${step} * row_number() over (order by id) + coalesce((
        select max(relative_position) from issues where project_id = ${projectId}), 0) as place
      from issues where project_id = ${projectId} and relative_position is null) as placed
    where issues.id = placed.id`.execute(db);
}

/** Gives all of a project new places in the order that they have, with room between them. */
export async function spreadPlaces(db: Db, projectId: number): Promise<void> {
  await sql`update issues set relative_position = placed.place
    from (select id, ${step} * row_number() over (order by relative_position, id) as place
      from issues where project_id = ${projectId}) as placed
    where issues.id = placed.id`.execute(db);
}

/** The places of an issue and of its neighbour on one side; null where it is the outermost. */
export async function placesAround(
  db: Db,
  of: { projectId: number; id: number; side: 'behind' | 'before'; except: number },
): Promise<{ place: number; neighbour: number | null } | undefined> {
  const behind = of.side === 'behind';
  const next = behind ? sql`min(other.relative_position)` : sql`max(other.relative_position)`;
  const { rows } = await sql<{ place: number; neighbour: number | null }>`
    select one.relative_position as place,
      (select ${next} from issues other
        where other.project_id = one.project_id and other.id <> ${of.except} and other.id <> one.id
          and other.relative_position ${sql.raw(behind ? '>=' : '<=')} one.relative_position
      ) as neighbour
    from issues one where one.id = ${of.id} and one.project_id = ${of.projectId}`.execute(db);
  return rows[0];
}

/** Room beside the outermost issue. */
export const outermost = step;
