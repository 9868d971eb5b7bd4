import { type SqlBool, sql } from 'kysely';
import { projectAbilities } from '#contract/abilities.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { containsLower } from '../../db/portable.ts';
import { hasWords, isIndexed, type Search } from '../../db/text-index.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';

/** For words that no index has, so many of the last changed are read: a key press stays cheap. */
const mergeRequestsRead = 20_000;

export interface FoundProject {
  id: number;
  full_path: string;
}

export interface FoundMergeRequest {
  id: number;
  iid: number;
  title: string;
  full_path: string;
}

/** Projects whose name or full path contains the text, the last used first. */
export const findProjects = (
  db: Db,
  viewer: Viewer,
  query: { text: string; most: number },
): Promise<FoundProject[]> =>
  db
    .selectFrom('projects')
    .innerJoin('routes', 'routes.source_id', 'projects.id')
    .select(['projects.id', 'projects.full_path'])
    .where('routes.source_type', '=', 'Project')
    .where(projectsVisibleTo(viewer))
    .where((e) =>
      e.or([
        containsLower(e.ref('projects.name_lower'), query.text),
        containsLower(e.ref('routes.full_path_lower'), query.text),
      ]),
    )
    .orderBy('projects.last_activity_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(query.most)
    .execute();

/** Merge requests with all words in the title, or with this number; the last changed first. */
export const findMergeRequests = (
  db: Db,
  viewer: Viewer,
  query: { search: Search; iid: number | undefined; most: number },
): Promise<FoundMergeRequest[]> =>
  db
    .selectFrom('merge_requests')
    .innerJoin('projects', 'projects.id', 'merge_requests.target_project_id')
    .select([
      'merge_requests.id',
      'merge_requests.iid',
      'merge_requests.title',
      'projects.full_path',
    ])
    .where('projects.merge_requests_enabled', '=', 1)
    .where(projectsVisibleTo(viewer, projectAbilities.read_merge_request.member))
    .where(isFound(query))
    .orderBy('merge_requests.updated_at', 'desc')
    .orderBy('merge_requests.id', 'desc')
    .limit(query.most)
    .execute();

function isFound({ search, iid }: { search: Search; iid: number | undefined }) {
  const named = hasWords('merge_requests', search);
  const near = isIndexed(search)
    ? named
    : sql<SqlBool>`(merge_requests.updated_at >= coalesce((select updated_at from merge_requests
        order by updated_at desc, id desc limit 1 offset ${mergeRequestsRead}), '') and ${named})`;
  // Two questions with an index each; as one condition they would have none.
  return iid === undefined
    ? near
    : sql<SqlBool>`merge_requests.id in (select id from merge_requests where ${near}
        union all select id from merge_requests where iid = ${iid})`;
}
