import type { Kysely } from 'kysely';
import { columnsOf, type Dialect, required } from '../columns.ts';

/** What administrators have set for feature flags. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int8, text } = columnsOf(dialect);
  await db.schema
    .createTable('features')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('enabled', int8, required(0))
    .addColumn('percentage_of_actors', int8, required(0))
    .addColumn('percentage_of_time', int8, required(0))
    .addColumn('updated_at', text, required())
    .execute();
  await db.schema
    .createTable('feature_actors')
    .addColumn(
      'name',
      text,
      required(undefined, (c) => c.references('features.name').onDelete('cascade')),
    )
    .addColumn('actor', text, required())
    .addPrimaryKeyConstraint('feature_actors_pk', ['name', 'actor'])
    .execute();
}
