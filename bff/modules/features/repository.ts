import type { Db } from '../../db/open.ts';
import type { Change, Row } from '../../db/schema.ts';

export type FeatureRow = Row<'features'>;

export const listFeatures = (db: Db): Promise<FeatureRow[]> =>
  db.selectFrom('features').selectAll().orderBy('name').execute();

export const findFeature = (db: Db, name: string): Promise<FeatureRow | undefined> =>
  db.selectFrom('features').selectAll().where('name', '=', name).executeTakeFirst();

export const listFeatureActors = (db: Db): Promise<Row<'feature_actors'>[]> =>
  db.selectFrom('feature_actors').selectAll().orderBy('name').orderBy('actor').execute();

/** For which of these a flag is on. */
export async function listNamedActors(
  db: Db,
  name: string,
  actors: readonly string[],
): Promise<string[]> {
  if (actors.length === 0) return [];
  const rows = await db
    .selectFrom('feature_actors')
    .select('actor')
    .where('name', '=', name)
    .where('actor', 'in', [...actors])
    .execute();
  return rows.map((row) => row.actor);
}

/** Writes what holds for a flag; what the change leaves out stays. */
export async function upsertFeature(
  db: Db,
  name: string,
  change: Change<'features'> & { updated_at: string },
): Promise<void> {
  await db
    .insertInto('features')
    .values({ ...change, name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute();
}

/** Adds those for whom a flag is on. */
export async function addFeatureActors(
  db: Db,
  name: string,
  actors: readonly string[],
): Promise<void> {
  await db
    .insertInto('feature_actors')
    .values(actors.map((actor) => ({ name, actor })))
    .onConflict((conflict) => conflict.columns(['name', 'actor']).doNothing())
    .execute();
}

/** Takes away some of those for whom a flag is on, or all. */
export async function removeFeatureActors(
  db: Db,
  name: string,
  actors?: readonly string[],
): Promise<void> {
  let query = db.deleteFrom('feature_actors').where('name', '=', name);
  if (actors !== undefined) query = query.where('actor', 'in', [...actors]);
  await query.execute();
}

/** Forgets a flag. */
export async function deleteFeature(db: Db, name: string): Promise<void> {
  await db.deleteFrom('features').where('name', '=', name).execute();
}
