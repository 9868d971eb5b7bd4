import type { CommitComment } from '#contract/commit-comments.ts';
import type { Page } from '#contract/common.ts';
import type { NotePosition } from '#contract/notes.ts';
import type { Ctx } from '../../context.ts';
import { badParameters, forbidden } from '../../errors.ts';
import { commitOfSha } from '../../git/commits.ts';
import { positionOf } from '../notes/position.ts';
import { commitNotePage, createNote, type Noteable, type NoteRow } from '../notes/rules.ts';
import { mayInProject, type Project, repositoryPath } from '../projects/rules.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { commitNamed } from './rules.ts';

interface NewComment {
  note: string;
  path?: string | undefined;
  line?: number | undefined;
  line_type: 'new' | 'old';
}

/** A commit as what notes hang on: it has no number, its project and its id are its name. */
const noteableOf = (project: Project, sha: string): Noteable => ({
  type: 'Commit',
  id: project.id,
  iid: 0,
  sha,
  project,
  authorId: 0,
  locked: false,
});

/** One page of the comments on a commit, the oldest first. */
export async function commentPage(
  ctx: Ctx,
  project: Project,
  of: { sha: string; paging: { offset: number; perPage: number } },
): Promise<Page<CommitComment>> {
  const sha = await commitNamed(ctx, project, of.sha);
  const page = await commitNotePage(ctx, noteableOf(project, sha), of.paging);
  return { rows: await presented(ctx, page.rows), total: page.total };
}

/** Comments on a commit or on a line of its diff; the caller may read the code. */
export async function addComment(
  ctx: Ctx,
  project: Project,
  { sha: text, body }: { sha: string; body: NewComment },
): Promise<CommitComment> {
  if (!(await mayInProject(ctx, 'read_code', project))) throw forbidden();
  if (body.path !== undefined && body.line === undefined) throw badParameters('line is missing');
  const sha = await commitNamed(ctx, project, text);
  const position = await placeOf(ctx, project, { sha, body });
  const row = await createNote(ctx, noteableOf(project, sha), {
    body: body.note,
    commitId: sha,
    ...(position === undefined ? {} : { position }),
  });
  const [comment] = await presented(ctx, [row]);
  if (comment === undefined) throw new Error('no comment to present');
  return comment;
}

async function placeOf(
  ctx: Ctx,
  project: Project,
  { sha, body }: { sha: string; body: NewComment },
): Promise<NotePosition | undefined> {
  if (body.path === undefined) return undefined;
  const { parents } = await commitOfSha(repositoryPath(ctx, project.id), sha);
  const base = parents[0] ?? sha;
  const line = body.line_type === 'new' ? { new_line: body.line } : { old_line: body.line };
  return {
    base_sha: base,
    start_sha: base,
    head_sha: sha,
    position_type: 'text',
    old_path: body.path,
    new_path: body.path,
    ...line,
  };
}

async function presented(ctx: Ctx, rows: readonly NoteRow[]): Promise<CommitComment[]> {
  const users = await usersById(
    ctx,
    rows.map((row) => row.author_id),
  );
  return rows.map((row) => {
    const author = users.get(row.author_id);
    if (author === undefined) throw new Error('a note without an author');
    const place = positionOf(row);
    const side = place?.new_line == null ? 'old' : 'new';
    return {
      note: row.body,
      path: place?.new_path ?? null,
      line: place?.new_line ?? place?.old_line ?? null,
      line_type: place === undefined ? null : side,
      author: presentUserSummary(ctx, author),
      created_at: row.created_at,
    };
  });
}
