import type { Kysely } from 'kysely';

/** Whose work in a group goes to some users is found without reading all people of the group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('import_source_users_group_id_reassign_to_user_id_idx')
    .on('import_source_users')
    .columns(['group_id', 'reassign_to_user_id'])
    .execute();
}
