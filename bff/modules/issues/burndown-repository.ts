import type { Viewer } from '../../access.ts';
import type { Db } from '../../db/open.ts';
import { issuesVisibleTo } from '../../db/visibility.ts';

export interface BurndownIssue {
  id: number;
  weight: number | null;
  created_at: string;
  closed_at: string | null;
}

/** The issues of a milestone that the viewer may read and that were there by some instant. */
export const listBurndownIssues = (
  db: Db,
  viewer: Viewer,
  of: { milestoneId: number; until: string },
): Promise<BurndownIssue[]> =>
  db
    .selectFrom('issues')
    .innerJoin('projects', 'projects.id', 'issues.project_id')
    .select(['issues.id', 'issues.weight', 'issues.created_at', 'issues.closed_at'])
    .where('issues.milestone_id', '=', of.milestoneId)
    .where('issues.created_at', '<', of.until)
    .where(issuesVisibleTo(viewer))
    .orderBy('issues.created_at')
    .orderBy('issues.id')
    .execute();

export interface StateNote {
  issue_id: number;
  body: string;
  created_at: string;
}

/** When issues of a milestone were closed and reopened, as their histories tell. */
export const listStateNotes = (
  db: Db,
  of: { milestoneId: number; until: string },
): Promise<StateNote[]> =>
  db
    .selectFrom('notes')
    .innerJoin('issues', 'issues.id', 'notes.noteable_id')
    .select(['notes.noteable_id as issue_id', 'notes.body', 'notes.created_at'])
    .where('issues.milestone_id', '=', of.milestoneId)
    .where('notes.noteable_type', '=', 'Issue')
    .where('notes.system', '=', 1)
    .where('notes.body', 'in', ['closed', 'reopened'])
    .where('notes.created_at', '<', of.until)
    .orderBy('notes.created_at')
    .orderBy('notes.id')
    .execute();
