import type { Page } from '#contract/common.ts';
import type { Db } from '../../db/open.ts';
import { pageOf, type Slice } from '../../db/page.ts';
import type { Change, NewRow, Row } from '../../db/schema.ts';

export type PipelineTrigger = Row<'pipeline_triggers'>;

export const insertTrigger = (db: Db, row: NewRow<'pipeline_triggers'>): Promise<PipelineTrigger> =>
  db.insertInto('pipeline_triggers').values(row).returningAll().executeTakeFirstOrThrow();

export const findTrigger = (
  db: Db,
  projectId: number,
  id: number,
): Promise<PipelineTrigger | undefined> =>
  db
    .selectFrom('pipeline_triggers')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

/** The token of a project whose text has this hash, or had it and still works by it. */
export const findTriggerOfToken = (
  db: Db,
  projectId: number,
  { hash, instant }: { hash: string; instant: string },
): Promise<PipelineTrigger | undefined> =>
  db
    .selectFrom('pipeline_triggers')
    .selectAll()
    .where((e) =>
      e.or([
        e('token_sha256', '=', hash),
        e.and([e('previous_token_sha256', '=', hash), e('previous_valid_until', '>', instant)]),
      ]),
    )
    .where('project_id', '=', projectId)
    .executeTakeFirst();

/** One page of a project's tokens, the oldest first. */
export const listTriggers = (
  db: Db,
  projectId: number,
  paging: Slice,
): Promise<Page<PipelineTrigger>> =>
  pageOf(
    db,
    db
      .selectFrom('pipeline_triggers')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id'),
    db.selectFrom('pipeline_triggers').select('id').where('project_id', '=', projectId),
    paging,
  );

/** How many tokens a project has. */
export async function countTriggers(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('pipeline_triggers')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The token as it is now, held against other writers until the transaction ends. */
export const lockTrigger = (db: Db, id: number): Promise<PipelineTrigger | undefined> =>
  db
    .updateTable('pipeline_triggers')
    .set((e) => ({ project_id: e.ref('project_id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const updateTriggerRow = (
  db: Db,
  id: number,
  change: Change<'pipeline_triggers'>,
): Promise<PipelineTrigger | undefined> =>
  db
    .updateTable('pipeline_triggers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Removes a token; pipelines that it started stay. */
export async function deleteTriggerRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('pipeline_triggers').where('id', '=', id).execute();
}

/** Writes down which job started a pipeline. */
export async function insertUpstream(db: Db, row: NewRow<'upstream_pipelines'>): Promise<void> {
  await db.insertInto('upstream_pipelines').values(row).execute();
}
