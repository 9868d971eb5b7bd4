import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/schema.ts';

export type DomainEvent = Row<'domain_events'>;
export type LinkedLabel = Row<'labels'>;

/** What has happened, by ids, in its order. */
export const listEvents = (db: Db, ids: readonly number[]): Promise<DomainEvent[]> =>
  db.selectFrom('domain_events').selectAll().where('id', 'in', ids).orderBy('id').execute();

export const findIssueRow = (db: Db, id: number): Promise<Row<'issues'> | undefined> =>
  db.selectFrom('issues').selectAll().where('id', '=', id).executeTakeFirst();

export const findMergeRequestRow = (
  db: Db,
  id: number,
): Promise<Row<'merge_requests'> | undefined> =>
  db.selectFrom('merge_requests').selectAll().where('id', '=', id).executeTakeFirst();

export const findNoteRow = (db: Db, id: number): Promise<Row<'notes'> | undefined> =>
  db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst();

export const findPipelineRow = (db: Db, id: number): Promise<Row<'pipelines'> | undefined> =>
  db.selectFrom('pipelines').selectAll().where('id', '=', id).executeTakeFirst();

export const findCiJobRow = (db: Db, id: number): Promise<Row<'ci_jobs'> | undefined> =>
  db.selectFrom('ci_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** A deployment with its environment. */
export const findDeploymentRow = (db: Db, id: number) =>
  db
    .selectFrom('deployments as d')
    .innerJoin('environments as e', 'e.id', 'd.environment_id')
    .selectAll('d')
    .select([
      'e.name as environment',
      'e.tier as environment_tier',
      'e.slug as environment_slug',
      'e.external_url as environment_external_url',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();

/** How the last finished pipeline of the same ref before this one ended. */
export const findFormerPipeline = (
  db: Db,
  of: Pick<Row<'pipelines'>, 'id' | 'project_id' | 'ref'>,
): Promise<Pick<Row<'pipelines'>, 'status'> | undefined> =>
  db
    .selectFrom('pipelines')
    .select('status')
    .where('project_id', '=', of.project_id)
    .where('ref', '=', of.ref)
    .where('id', '<', of.id)
    .where('status', 'in', ['success', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listVariableKeys = (db: Db, pipelineId: number): Promise<{ key: string }[]> =>
  db
    .selectFrom('pipeline_variables')
    .select('key')
    .where('pipeline_id', '=', pipelineId)
    .orderBy('position')
    .execute();

/** Ids of the people that an issue is assigned to. */
export const listIssueAssignees = async (db: Db, issueId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('issue_assignees')
    .select('user_id')
    .where('issue_id', '=', issueId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
};

/** Ids of the people that take a part in a merge request. */
export const listMergeRequestPeople = async (
  db: Db,
  id: number,
  role: 'assignees' | 'reviewers',
): Promise<number[]> => {
  const rows = await db
    .selectFrom(`merge_request_${role}`)
    .select('user_id')
    .where('merge_request_id', '=', id)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
};

/** Labels that came or went at one instant. */
export async function listLabelMoves(
  db: Db,
  of: { type: 'Issue' | 'MergeRequest'; id: number; at: string },
): Promise<{ action: 'add' | 'remove'; label: LinkedLabel }[]> {
  const rows = await db
    .selectFrom('resource_label_events as e')
    .innerJoin('labels as l', 'l.id', 'e.label_id')
    .selectAll('l')
    .select('e.action')
    .where('e.resource_type', '=', of.type)
    .where('e.resource_id', '=', of.id)
    .where('e.created_at', '=', of.at)
    .orderBy('e.id')
    .execute();
  return rows.map(({ action, ...label }) => ({ action, label }));
}
