import type { Ctx } from '../../../context.ts';
import type { Row } from '../../../db/schema.ts';
import { labelsOf } from '../../labels/rules.ts';
import type { Project } from '../../projects/rules.ts';
import type { News } from '../news.ts';
import { findIssueRow, listIssueAssignees, listLabelMoves } from '../subject-repository.ts';
import {
  changesOf,
  labelChanges,
  labelPayload,
  peopleOf,
  personOf,
  projectPayload,
  repositoryPayload,
  withOlderNames,
} from './parts.ts';
import type { Happening } from './happening.ts';

type Issue = Row<'issues'>;

/** An issue that was opened, closed, reopened or changed; an incident is told as both. */
export async function issueNews(
  ctx: Ctx,
  project: Project,
  happening: Happening & { action?: string },
): Promise<News[]> {
  const { id, by, at, changes, isNew } = happening;
  const issue = await findIssueRow(ctx.db, id);
  if (issue === undefined) return [];
  const labels = (await labelsOf(ctx, 'Issue', [id])).get(id) ?? [];
  const assignees = await listIssueAssignees(ctx.db, id);
  const place = await projectPayload(ctx, project);
  const action = happening.action ?? actionOf(changes.after?.state);
  const moved = isNew ? [] : await listLabelMoves(ctx.db, { type: 'Issue', id, at });
  const isConfidential = issue.confidential === 1;
  const payload = {
    object_kind: 'issue',
    event_type: isConfidential ? 'confidential_issue' : 'issue',
    user: await personOf(ctx, by),
    project: withOlderNames(place),
    object_attributes: {
      ...issueAttributes(place.web_url, issue),
      assignee_id: assignees[0] ?? null,
      assignee_ids: assignees,
      labels: labels.map(labelPayload),
      action,
    },
    labels: labels.map(labelPayload),
    changes: { ...changesOf(changes), ...labelChanges(labels, moved) },
    repository: repositoryPayload(place),
    ...(assignees.length === 0 ? {} : { assignees: await peopleOf(ctx, assignees) }),
  } as const;
  const facts = { labels: labels.map((label) => label.name), action };
  const news: News = {
    kind: isConfidential ? 'confidential_issue' : 'issue',
    facts,
    payload,
  };
  // What is confidential is told under the flag and in the channel of that alone.
  const isToldTwice = issue.issue_type === 'incident' && !isConfidential;
  return isToldTwice ? [news, { ...news, kind: 'incident' }] : [news];
}

function actionOf(state: unknown): 'close' | 'reopen' | 'update' {
  if (state === 'closed') return 'close';
  return state === 'opened' ? 'reopen' : 'update';
}

/** The columns of an issue that are told. */
export const issueAttributes = (projectUrl: string, issue: Issue) => ({
  id: issue.id,
  iid: issue.iid,
  project_id: issue.project_id,
  title: issue.title,
  description: issue.description,
  state: issue.state,
  type: issue.issue_type === 'incident' ? 'Incident' : 'Issue',
  confidential: issue.confidential === 1,
  discussion_locked: issue.discussion_locked === null ? null : issue.discussion_locked === 1,
  author_id: issue.author_id,
  milestone_id: issue.milestone_id,
  weight: issue.weight,
  due_date: issue.due_date,
  time_estimate: issue.time_estimate,
  total_time_spent: issue.total_time_spent,
  moved_to_id: issue.moved_to_id,
  created_at: issue.created_at,
  updated_at: issue.updated_at,
  closed_at: issue.closed_at,
  url: `${projectUrl}/-/issues/${issue.iid}`,
});
