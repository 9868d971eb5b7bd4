import type { FileChange } from '../../git/diff.ts';

/** The `---` and `+++` lines of a file, as `unidiff=true` wants them before the hunks. */
export function patchHeaderText(file: FileChange): string {
  const before = file.new_file ? '/dev/null' : `a/${file.old_path}`;
  const after = file.deleted_file ? '/dev/null' : `b/${file.new_path}`;
  return `--- ${before}\n+++ ${after}\n`;
}
