import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

/**
 * Every column that a placeholder stands in, with the column that tells the rows of the table
 * apart; `twin` is what the target may have there already.
 */
export const contributions = [
  { table: 'issues', column: 'author_id', key: 'id' },
  { table: 'issues', column: 'closed_by_id', key: 'id' },
  { table: 'merge_requests', column: 'author_id', key: 'id' },
  { table: 'merge_requests', column: 'merge_user_id', key: 'id' },
  { table: 'merge_requests', column: 'closed_by_id', key: 'id' },
  { table: 'notes', column: 'author_id', key: 'id' },
  { table: 'notes', column: 'resolved_by_id', key: 'id' },
  { table: 'resource_label_events', column: 'user_id', key: 'id' },
  { table: 'resource_state_events', column: 'user_id', key: 'id' },
  { table: 'resource_milestone_events', column: 'user_id', key: 'id' },
  { table: 'issue_assignees', column: 'user_id', key: 'issue_id', twin: ['issue_id'] },
  {
    table: 'merge_request_assignees',
    column: 'user_id',
    key: 'merge_request_id',
    twin: ['merge_request_id'],
  },
  {
    table: 'merge_request_reviewers',
    column: 'user_id',
    key: 'merge_request_id',
    twin: ['merge_request_id'],
  },
  {
    table: 'merge_request_approvals',
    column: 'user_id',
    key: 'merge_request_id',
    twin: ['merge_request_id'],
  },
  {
    table: 'award_emoji',
    column: 'user_id',
    key: 'id',
    twin: ['name', 'issue_id', 'merge_request_id', 'note_id'],
  },
] as const satisfies readonly {
  table: keyof Tables;
  column: string;
  key: string;
  twin?: readonly string[];
}[];
export type Contribution = (typeof contributions)[number];

interface Move {
  from: number;
  to: number;
}

/** Takes away what the target has too: nobody is assigned, approves or votes twice. */
export async function deleteTwins(db: Db, of: Contribution, { from, to }: Move): Promise<void> {
  if (!('twin' in of)) return;
  const ids = of.twin.map((name) =>
    name === 'name'
      ? sql`mine.name = theirs.name`
      : sql`coalesce(mine.${sql.ref(name)}, 0) = coalesce(theirs.${sql.ref(name)}, 0)`,
  );
  await sql`
    delete from ${sql.table(of.table)} as mine
    where mine.${sql.ref(of.column)} = ${from} and exists (
      select 1 from ${sql.table(of.table)} as theirs
      where theirs.${sql.ref(of.column)} = ${to} and ${sql.join(ids, sql` and `)})`.execute(db);
}

/** Gives some rows of one kind to the target; how many there were. */
export async function moveSome(
  db: Db,
  of: Contribution,
  { from, to, limit }: Move & { limit: number },
): Promise<number> {
  const [table, column, key] = [sql.table(of.table), sql.ref(of.column), sql.ref(of.key)];
  const moved = await sql`
    update ${table} set ${column} = ${to}
    where ${column} = ${from} and ${key} in (
      select ${key} from ${table} where ${column} = ${from} order by ${key} limit ${limit})`.execute(
    db,
  );
  return Number(moved.numAffectedRows ?? 0n);
}
