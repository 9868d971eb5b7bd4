import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BodyOf } from '#contract/endpoint.ts';
import type { repositoryFiles } from '#contract/repository-files.ts';
import type { Ctx } from '../../context.ts';
import { badParameters, notFound, tooLarge } from '../../errors.ts';
import { blame, type BlamePart } from '../../git/blame.ts';
import { type Commit, commitsOf, log } from '../../git/commits.ts';
import { openBlob, readObject } from '../../git/objects.ts';
import { GitError } from '../../git/process.ts';
import { type BlobEntry, blobAt } from '../../git/tree.ts';
import { createCommit } from '../commits/create-rules.ts';
import { commitNamed } from '../commits/rules.ts';
import { type Project, repositoryPath } from '../projects/rules.ts';
import { largestContent } from '../repository/rules.ts';

/** A file at a commit. */
export interface FoundFile {
  entry: BlobEntry;
  path: string;
  ref: string;
  commit: string;
  /** The commit that changed the file last. */
  lastCommit: string;
}

type Place = { path: string; ref: string | undefined };

/** The file of a path at a branch, tag or commit; 404 `404 File Not Found`, or for the ref. */
export async function getFile(ctx: Ctx, project: Project, place: Place): Promise<FoundFile> {
  const ref = place.ref || project.default_branch;
  const commit = await commitNamed(ctx, project, ref, 'Commit');
  const repo = repositoryPath(ctx, project.id);
  const entry = await blobAt(repo, commit, place.path);
  if (entry === undefined) throw notFound('File');
  const [last] = await log(repo, { include: commit }, { path: entry.path, limit: 1 });
  return { entry, path: entry.path, ref, commit, lastCommit: last?.sha ?? commit };
}

/** A file's bytes, for an answer in JSON; 413 where they are too many. */
export async function contentOf(
  ctx: Ctx,
  project: Project,
  file: FoundFile,
): Promise<{ content: Buffer; sha256: string }> {
  const repo = repositoryPath(ctx, project.id);
  const object = await readObject(repo, file.entry.sha, { maxBytes: largestContent });
  if (object?.content === undefined) throw tooLarge();
  const sha256 = createHash('sha256').update(object.content).digest('hex');
  return { content: object.content, sha256 };
}

/** A file's bytes as a stream. */
export const openFile = (
  ctx: Ctx,
  project: Project,
  file: FoundFile,
): Promise<{ stream: Readable; binary: boolean }> =>
  openBlob(repositoryPath(ctx, project.id), file.entry.sha);

/** Who changed each line of a file last. */
export async function blameFile(
  ctx: Ctx,
  project: Project,
  asked: Place & { range: { start: number; end: number } | undefined },
): Promise<{ commit: Commit; lines: readonly string[] }[]> {
  const { range } = asked;
  if (range !== undefined && range.start > range.end) {
    throw badParameters('range[start] must be less than or equal to range[end]');
  }
  const file = await getFile(ctx, project, asked);
  const repo = repositoryPath(ctx, project.id);
  const parts = await blameParts(repo, file, range);
  const commits = await commitsOf(repo, [...new Set(parts.map((part) => part.sha))]);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  return parts.flatMap((part) => {
    const commit = bySha.get(part.sha);
    return commit === undefined ? [] : [{ commit, lines: part.lines }];
  });
}

async function blameParts(
  repo: string,
  file: FoundFile,
  range: { start: number; end: number } | undefined,
): Promise<BlamePart[]> {
  try {
    return await blame(repo, file.commit, { path: file.path, range });
  } catch (error) {
    // A range that begins after the last line has no lines.
    if (error instanceof GitError && error.stderr.includes('lines')) return [];
    throw error;
  }
}

type Change =
  | ({ action: 'create' } & BodyOf<typeof repositoryFiles.create>)
  | ({ action: 'update' } & BodyOf<typeof repositoryFiles.update>)
  | ({ action: 'delete' } & BodyOf<typeof repositoryFiles.remove>);

/** Commits one change of one file. */
export async function commitFile(
  ctx: Ctx,
  project: Project,
  change: Change & { file_path: string },
): Promise<void> {
  const { branch, start_branch, commit_message, author_email, author_name } = change;
  const { action, file_path } = change;
  await createCommit(ctx, project, {
    branch,
    // A branch that begins where it already is begins nowhere else.
    ...(start_branch === branch ? {} : { start_branch }),
    commit_message,
    author_email,
    author_name,
    force: false,
    stats: false,
    actions: [
      {
        action,
        file_path,
        encoding: change.action === 'delete' ? 'text' : change.encoding,
        ...(change.action === 'delete'
          ? {}
          : { content: change.content, execute_filemode: change.execute_filemode }),
        ...(change.action === 'create' ? {} : { last_commit_id: change.last_commit_id }),
      },
    ],
  });
}
