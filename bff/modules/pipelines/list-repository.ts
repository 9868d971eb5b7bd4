import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '#contract/common.ts';
import {
  finishedStatuses,
  type PipelineSource,
  type PipelineStatus,
} from '#contract/pipeline-record.ts';
import type { Db } from '../../db/open.ts';
import { pageOf } from '../../db/page.ts';
import type { Tables } from '../../db/schema.ts';
import type { Pipeline } from './repository.ts';

type Paging = { offset: number; perPage: number };

export interface PipelineFilter {
  scope?: 'running' | 'pending' | 'finished' | 'branches' | 'tags';
  status?: PipelineStatus;
  source?: PipelineSource;
  ref?: string;
  sha?: string;
  yaml_errors?: boolean;
  userId?: number;
  pipeline_schedule_id?: number;
  name?: string;
  updated_before?: string;
  updated_after?: string;
  created_before?: string;
  created_after?: string;
  order_by: 'id' | 'status' | 'ref' | 'updated_at' | 'user_id';
  sort: 'asc' | 'desc';
}

const unstarted: readonly PipelineStatus[] = [
  'created',
  'waiting_for_resource',
  'preparing',
  'waiting_for_callback',
  'pending',
];

/** One page of the pipelines of a project. */
export function listPipelines(
  db: Db,
  projectId: number,
  filter: PipelineFilter & { paging: Paging },
): Promise<Page<Pipeline>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'pipelines', O>) => {
    let q = query.where('project_id', '=', projectId);
    for (const column of ['status', 'source', 'ref', 'sha', 'name'] as const) {
      const value = filter[column];
      if (value !== undefined) q = q.where(column, '=', value);
    }
    if (filter.pipeline_schedule_id !== undefined) {
      q = q.where('pipeline_schedule_id', '=', filter.pipeline_schedule_id);
    }
    if (filter.userId !== undefined) q = q.where('user_id', '=', filter.userId);
    if (filter.yaml_errors !== undefined) {
      q = q.where('yaml_errors', filter.yaml_errors ? 'is not' : 'is', null);
    }
    if (filter.updated_before) q = q.where('updated_at', '<=', filter.updated_before);
    if (filter.updated_after) q = q.where('updated_at', '>=', filter.updated_after);
    if (filter.created_before) q = q.where('created_at', '<=', filter.created_before);
    if (filter.created_after) q = q.where('created_at', '>=', filter.created_after);
    return inScope(q, projectId, filter.scope);
  };
  const rows = narrow(db.selectFrom('pipelines').selectAll())
    .orderBy(filter.order_by, filter.sort)
    .orderBy('id', filter.sort);
  return pageOf(db, rows, narrow(db.selectFrom('pipelines').select('id')), filter.paging);
}

function inScope<O>(
  query: SelectQueryBuilder<Tables, 'pipelines', O>,
  projectId: number,
  scope: PipelineFilter['scope'],
): SelectQueryBuilder<Tables, 'pipelines', O> {
  switch (scope) {
    case undefined:
      return query;
    case 'running':
      return query.where('status', '=', 'running');
    case 'pending':
      return query.where('status', 'in', [...unstarted]);
    case 'finished':
      return query.where('status', 'in', [...finishedStatuses]);
    case 'branches':
    case 'tags': {
      // The newest pipeline of each ref that still exists.
      const tag = scope === 'tags' ? 1 : 0;
      const prefix = tag === 1 ? 'refs/tags/' : 'refs/heads/';
      return query.where('tag', '=', tag).where(
        sql<boolean>`pipelines.id in (
          select max(newest.id) from pipelines newest
          where newest.project_id = ${projectId} and newest.tag = ${tag}
            and exists (select 1 from repository_refs r
              where r.project_id = ${projectId} and r.name = ${prefix} || newest.ref)
          group by newest.ref)`,
      );
    }
  }
}

/** One page of the pipelines of a merge request: its own, and its branch's at one of its commits. */
export function listPipelinesOfMergeRequest(
  db: Db,
  of: { mergeRequestId: number; projectId: number; ref: string; shas: readonly string[] },
  paging: Paging,
): Promise<Page<Pipeline>> {
  const narrow = <O>(query: SelectQueryBuilder<Tables, 'pipelines', O>) =>
    query.where((e) =>
      e.or([
        e('merge_request_id', '=', of.mergeRequestId),
        e.and([
          e('project_id', '=', of.projectId),
          e('sha', 'in', [...of.shas, '']),
          e('ref', '=', of.ref),
          e('merge_request_id', 'is', null),
        ]),
      ]),
    );
  const rows = narrow(db.selectFrom('pipelines').selectAll()).orderBy('id', 'desc');
  return pageOf(db, rows, narrow(db.selectFrom('pipelines').select('id')), paging);
}
