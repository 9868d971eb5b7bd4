import type { Db } from '../../db/open.ts';

/** Numbers of the merge requests of a project that were merged or squashed as this commit. */
export async function listIidsMergedAs(db: Db, projectId: number, sha: string): Promise<number[]> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('iid')
    .where((e) => e.or([e('merge_commit_sha', '=', sha), e('squash_commit_sha', '=', sha)]))
    .where('target_project_id', '=', projectId)
    .orderBy('iid')
    .execute();
  return rows.map((row) => row.iid);
}

/** Where these merge requests of a project part from their target. */
export const listBases = (
  db: Db,
  projectId: number,
  iids: readonly number[],
): Promise<{ iid: number; base_sha: string | null }[]> =>
  db
    .selectFrom('merge_requests')
    .select(['iid', 'base_sha'])
    .where('target_project_id', '=', projectId)
    .where('iid', 'in', [...iids, 0])
    .execute();
