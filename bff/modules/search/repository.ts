import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { projectAbilities } from '#contract/abilities.ts';
import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { containsLower } from '../../db/portable.ts';
import { projectsVisibleTo } from '../../db/visibility.ts';

/** So many merge requests, the last changed first, are looked at: a key press stays cheap. */
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
  query: { words: readonly string[]; iid: number | undefined; most: number },
): Promise<FoundMergeRequest[]> =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('merge_requests')
        .select(['id', 'iid', 'title', 'title_lower', 'target_project_id', 'updated_at'])
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(mergeRequestsRead)
        .as('recent'),
    )
    .innerJoin('projects', 'projects.id', 'recent.target_project_id')
    .select(['recent.id', 'recent.iid', 'recent.title', 'projects.full_path'])
    .where('projects.merge_requests_enabled', '=', 1)
    .where(projectsVisibleTo(viewer, projectAbilities.read_merge_request.member))
    .where((e) => matchesAll(e.ref('recent.title_lower'), query.words, query.iid))
    .orderBy('recent.updated_at', 'desc')
    .orderBy('recent.id', 'desc')
    .limit(query.most)
    .execute();

function matchesAll(
  title: Parameters<typeof containsLower>[0],
  words: readonly string[],
  iid: number | undefined,
): RawBuilder<SqlBool> {
  const tests = words.map((word) => containsLower(title, word));
  const inTitle = sql<SqlBool>`(${sql.join(tests, sql` and `)})`;
  return iid === undefined ? inTitle : sql<SqlBool>`(${inTitle} or recent.iid = ${iid})`;
}
