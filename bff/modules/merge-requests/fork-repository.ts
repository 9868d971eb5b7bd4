import type { Db } from '../../db/open.ts';
import type { Change } from '../../db/schema.ts';
import type { MergeRequest } from './repository.ts';

/** Closes the open merge requests from a project into others. */
export const closeFromProject = (
  db: Db,
  projectId: number,
  change: Change<'merge_requests'>,
): Promise<MergeRequest[]> =>
  db
    .updateTable('merge_requests')
    .set({ ...change, state: 'closed' })
    .where('source_project_id', '=', projectId)
    .where('target_project_id', '<>', projectId)
    .where('state', '=', 'opened')
    .returningAll()
    .execute();
