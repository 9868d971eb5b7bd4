import type { Commit as CommitRecord, Diff as DiffRecord } from '#contract/commits.ts';
import type { Ctx } from '../../context.ts';
import type { Commit } from '../../git/commits.ts';
import type { DiffFile } from '../../git/diff.ts';
import { patchHeaderText } from './unidiff.ts';

type Place = { full_path: string };

/** A commit's record in a project. */
export function presentCommit(
  ctx: Pick<Ctx, 'publicUrl'>,
  project: Place,
  commit: Commit,
): CommitRecord {
  const extended: Record<string, string[]> = {};
  for (const { key, value } of commit.trailers) {
    extended[key] = [...(extended[key] ?? []), value];
  }
  return {
    id: commit.sha,
    short_id: commit.sha.slice(0, 8),
    created_at: commit.committer.date,
    parent_ids: [...commit.parents],
    title: commit.title,
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: commit.author.date,
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: commit.committer.date,
    trailers: Object.fromEntries(commit.trailers.map(({ key, value }) => [key, value])),
    extended_trailers: extended,
    web_url: `${ctx.publicUrl}/${project.full_path}/-/commit/${commit.sha}`,
  };
}

/** A changed file's record; with `unidiff` the text begins with git's file header. */
export const presentDiff = (file: DiffFile, unidiff = false): DiffRecord => ({
  old_path: file.old_path,
  new_path: file.new_path,
  a_mode: file.a_mode,
  b_mode: file.b_mode,
  diff: unidiff ? patchHeaderText(file) + file.diff : file.diff,
  new_file: file.new_file,
  renamed_file: file.renamed_file,
  deleted_file: file.deleted_file,
  generated_file: false,
  collapsed: file.collapsed,
  too_large: file.too_large,
});
