import type { Db } from '../../db/open.ts';
import { containsLower } from '../../db/portable.ts';

/** What a chat is shown of an issue or merge request. */
export interface Item {
  iid: number;
  title: string;
  state: string;
  description: string | null;
}

const columns = ['iid', 'title', 'state', 'description'] as const;

/** An issue that is not confidential. */
export const findOpenlyReadIssue = (
  db: Db,
  project: number,
  iid: number,
): Promise<Item | undefined> =>
  db
    .selectFrom('issues')
    .select(columns)
    .where('project_id', '=', project)
    .where('iid', '=', iid)
    .where('confidential', '=', 0)
    .executeTakeFirst();

/** The newest issues that are not confidential and have this in their title. */
export const searchOpenlyReadIssues = (
  db: Db,
  project: number,
  { text, most }: { text: string; most: number },
): Promise<Item[]> =>
  db
    .selectFrom('issues')
    .select(columns)
    .where('project_id', '=', project)
    .where('confidential', '=', 0)
    .where((e) => containsLower(e.ref('title_lower'), text))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

export const findRequest = (db: Db, project: number, iid: number): Promise<Item | undefined> =>
  db
    .selectFrom('merge_requests')
    .select(columns)
    .where('target_project_id', '=', project)
    .where('iid', '=', iid)
    .executeTakeFirst();

/** The newest merge requests that have this in their title. */
export const searchRequests = (
  db: Db,
  project: number,
  { text, most }: { text: string; most: number },
): Promise<Item[]> =>
  db
    .selectFrom('merge_requests')
    .select(columns)
    .where('target_project_id', '=', project)
    .where((e) => containsLower(e.ref('title_lower'), text))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
