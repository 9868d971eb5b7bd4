import type { Ctx } from '../../../context.ts';
import type { Row } from '../../../db/schema.ts';
import { commitsOf } from '../../../git/commits.ts';
import { resolve } from '../../../git/resolve.ts';
import { labelsOf } from '../../labels/rules.ts';
import { type Project, repositoryPath } from '../../projects/rules.ts';
import type { Facts, News, NotePayload } from '../news.ts';
import { findIssueRow, findMergeRequestRow, findNoteRow } from '../subject-repository.ts';
import type { Happening } from './happening.ts';
import { issueAttributes } from './issue.ts';
import { mergeRequestAttributes } from './merge-request.ts';
import {
  commitPayload,
  labelPayload,
  personOf,
  projectPayload,
  repositoryPayload,
  withOlderNames,
} from './parts.ts';

type Note = Row<'notes'>;

/** A comment of a person: internal ones, and those on confidential issues, are told apart. */
export async function noteNews(
  ctx: Ctx,
  project: Project,
  { id, by, isNew }: Happening,
): Promise<News[]> {
  const note = await findNoteRow(ctx.db, id);
  if (note === undefined || note.system === 1) return [];
  const target = await targetOf(ctx, project, note);
  if (target === undefined) return [];
  const place = await projectPayload(ctx, project);
  const isConfidential = note.internal === 1 || target.isConfidential;
  const kind = isConfidential ? 'confidential_note' : 'note';
  const payload = {
    object_kind: 'note',
    event_type: kind,
    user: await personOf(ctx, by ?? note.author_id),
    project_id: project.id,
    project: withOlderNames(place),
    object_attributes: {
      id: note.id,
      note: note.body,
      description: note.body,
      noteable_type: note.noteable_type,
      noteable_id: note.noteable_type === 'Commit' ? null : note.noteable_id,
      author_id: note.author_id,
      project_id: project.id,
      commit_id: note.commit_id,
      discussion_id: note.discussion_id,
      type: note.type,
      internal: note.internal === 1,
      system: false,
      // Written by `writeNote` alone.
      position: note.position === null ? null : (JSON.parse(note.position) as unknown),
      resolved_at: note.resolved_at,
      resolved_by_id: note.resolved_by_id,
      created_at: note.created_at,
      updated_at: note.updated_at,
      action: isNew ? 'create' : 'update',
      url: `${target.url}#note_${note.id}`,
    },
    repository: repositoryPayload(place),
    ...target.part,
  } as const;
  const facts: Facts = { labels: target.labels, action: isNew ? 'create' : 'update' };
  return [{ kind, facts, payload }];
}

interface Target {
  url: string;
  isConfidential: boolean;
  labels: string[];
  part: Pick<NotePayload, 'issue' | 'merge_request' | 'commit'>;
}

/** What the comment hangs on; undefined where it is gone. */
async function targetOf(ctx: Ctx, project: Project, note: Note): Promise<Target | undefined> {
  const home = `${ctx.publicUrl}/${project.full_path}`;
  if (note.noteable_type === 'Commit') {
    const repo = repositoryPath(ctx, project.id);
    const sha = note.commit_id === null ? undefined : await resolve(repo, note.commit_id);
    const [commit] = sha === undefined ? [] : await commitsOf(repo, [sha]);
    if (commit === undefined) return undefined;
    const part = { commit: commitPayload({ web_url: home }, commit) };
    return { url: part.commit.url, isConfidential: false, labels: [], part };
  }
  if (note.noteable_type === 'Issue') {
    const issue = await findIssueRow(ctx.db, note.noteable_id);
    if (issue === undefined) return undefined;
    const labels = (await labelsOf(ctx, 'Issue', [issue.id])).get(issue.id) ?? [];
    const part = { ...issueAttributes(home, issue), labels: labels.map(labelPayload) };
    return {
      url: part.url,
      isConfidential: issue.confidential === 1,
      labels: labels.map((label) => label.name),
      part: { issue: part },
    };
  }
  if (note.noteable_type !== 'MergeRequest') return undefined;
  const row = await findMergeRequestRow(ctx.db, note.noteable_id);
  if (row === undefined) return undefined;
  const labels = (await labelsOf(ctx, 'MergeRequest', [row.id])).get(row.id) ?? [];
  const part = { ...mergeRequestAttributes(home, row), labels: labels.map(labelPayload) };
  return {
    url: part.url,
    isConfidential: false,
    labels: labels.map((label) => label.name),
    part: { merge_request: part },
  };
}
