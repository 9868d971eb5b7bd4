import type { Ctx } from '../../../context.ts';
import type { Row } from '../../../db/schema.ts';
import { commitsOf } from '../../../git/commits.ts';
import { resolve } from '../../../git/resolve.ts';
import { labelsOf } from '../../labels/rules.ts';
import { type Project, projectsById, repositoryPath } from '../../projects/rules.ts';
import type { News, ProjectPayload } from '../news.ts';
import {
  findMergeRequestRow,
  listLabelMoves,
  listMergeRequestPeople,
} from '../subject-repository.ts';
import type { Happening } from './happening.ts';
import {
  changesOf,
  commitPayload,
  labelChanges,
  labelPayload,
  peopleOf,
  personOf,
  projectPayload,
  repositoryPayload,
  withOlderNames,
} from './parts.ts';

type MergeRequest = Row<'merge_requests'>;

/** What happened to a merge request; `action` says it in one word. */
export async function mergeRequestNews(
  ctx: Ctx,
  project: Project,
  happening: Happening & { action?: string },
): Promise<News[]> {
  const { id, at, changes, isNew } = happening;
  const row = await findMergeRequestRow(ctx.db, id);
  if (row === undefined) return [];
  const labels = (await labelsOf(ctx, 'MergeRequest', [id])).get(id) ?? [];
  const assignees = await listMergeRequestPeople(ctx.db, id, 'assignees');
  const reviewers = await listMergeRequestPeople(ctx.db, id, 'reviewers');
  const place = await projectPayload(ctx, project);
  const action = happening.action ?? actionOf(changes.after?.state);
  const moved = isNew ? [] : await listLabelMoves(ctx.db, { type: 'MergeRequest', id, at });
  // A merge that a job finishes names whoever asked for it.
  const told = changes.after?.user_id;
  const by = happening.by ?? (typeof told === 'number' ? told : null);
  const payload = {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: await personOf(ctx, by),
    project: withOlderNames(place),
    object_attributes: {
      ...mergeRequestAttributes(place.web_url, row),
      ...(await endsOf(ctx, place, row)),
      assignee_id: assignees[0] ?? null,
      assignee_ids: assignees,
      reviewer_ids: reviewers,
      labels: labels.map(labelPayload),
      action,
    },
    labels: labels.map(labelPayload),
    changes: { ...changesOf(changes), ...labelChanges(labels, moved) },
    repository: repositoryPayload(place),
    ...(assignees.length === 0 ? {} : { assignees: await peopleOf(ctx, assignees) }),
    ...(reviewers.length === 0 ? {} : { reviewers: await peopleOf(ctx, reviewers) }),
  } as const;
  return [
    { kind: 'merge_request', facts: { labels: labels.map(({ name }) => name), action }, payload },
  ];
}

function actionOf(state: unknown): string {
  if (state === 'closed') return 'close';
  return state === 'opened' ? 'reopen' : 'update';
}

/** The columns of a merge request that are told. */
export const mergeRequestAttributes = (projectUrl: string, row: MergeRequest) => ({
  id: row.id,
  iid: row.iid,
  title: row.title,
  description: row.description,
  state: row.state,
  draft: row.draft === 1,
  source_branch: row.source_branch,
  target_branch: row.target_branch,
  source_project_id: row.source_project_id,
  target_project_id: row.target_project_id,
  author_id: row.author_id,
  milestone_id: row.milestone_id,
  merge_status: row.merge_status,
  merge_commit_sha: row.merge_commit_sha,
  squash_commit_sha: row.squash_commit_sha,
  merge_error: row.merge_error,
  merge_user_id: row.merge_user_id,
  time_estimate: row.time_estimate,
  total_time_spent: row.total_time_spent,
  created_at: row.created_at,
  updated_at: row.updated_at,
  url: `${projectUrl}/-/merge_requests/${row.iid}`,
});

/** The projects of both branches, and the head of the first. */
async function endsOf(ctx: Ctx, target: ProjectPayload, row: MergeRequest) {
  const sources = await projectsById(ctx, [row.source_project_id]);
  const source = sources.get(row.source_project_id ?? 0);
  const place = source?.id === target.id ? target : source && (await projectPayload(ctx, source));
  // The head is kept in the target, wherever it came from.
  const repo = repositoryPath(ctx, target.id);
  const head = row.head_sha === null ? undefined : await resolve(repo, row.head_sha);
  const [commit] = head === undefined ? [] : await commitsOf(repo, [head]);
  return {
    source: place === undefined ? null : withOlderNames(place),
    target: withOlderNames(target),
    last_commit: commit === undefined ? null : commitPayload(target, commit),
  };
}
