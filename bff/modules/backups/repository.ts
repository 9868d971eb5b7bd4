import type { Db } from '../../db/open.ts';

/** All projects, by id. */
export const listProjects = (db: Db): Promise<{ id: number; default_branch: string }[]> =>
  db.selectFrom('projects').select(['id', 'default_branch']).orderBy('id').execute();

/** Branches and tags of a repository as they are recorded. */
export const listRecordedRefs = (
  db: Db,
  projectId: number,
): Promise<{ name: string; sha: string }[]> =>
  db
    .selectFrom('repository_refs')
    .select(['name', 'sha'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();

/** Numbers of the merge requests into a project. */
export async function listMergeRequestIids(db: Db, projectId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('merge_requests')
    .select('iid')
    .where('target_project_id', '=', projectId)
    .execute();
  return new Set(rows.map(({ iid }) => iid));
}

/** Wikis with where their branch is recorded to be. */
export const listRecordedWikis = (db: Db): Promise<{ project_id: number; sha: string | null }[]> =>
  db.selectFrom('wikis').select(['project_id', 'sha']).orderBy('project_id').execute();
