import type { DiffLine } from './parse.ts';
import type { CommentPlace, PlacedThread } from './review.ts';
import type { DiffFile, FileBelow } from './rows.ts';

/** Puts threads and forms below their lines, by file; files without any are left out. */
export function belowOf(
  files: readonly DiffFile[],
  threads: readonly PlacedThread[],
  { forms, reading }: { forms: readonly CommentPlace[]; reading: string },
): Map<string, FileBelow> {
  const byPath = grouped(threads, ({ path }) => path);
  const formsByPath = grouped(forms, ({ file }) => file.path);
  const below = new Map<string, FileBelow>();
  for (const file of files) {
    const here = byPath.get(file.path) ?? [];
    const open = formsByPath.get(file.path) ?? [];
    if (here.length > 0 || open.length > 0)
      below.set(file.path, placed(file, here, { open, reading }));
  }
  return below;
}

function placed(
  file: DiffFile,
  threads: readonly PlacedThread[],
  { open, reading }: { open: readonly CommentPlace[]; reading: string },
): FileBelow {
  const lines = file.parsed.hunks.flatMap((hunk) => hunk.lines);
  const byNew = new Map(lines.map((line) => [line.new, line]));
  const byOld = new Map(lines.map((line) => [line.old, line]));
  const lineOf = (place: { old?: number | null | undefined; new?: number | null | undefined }) =>
    byNew.get(place.new ?? Number.NaN) ?? byOld.get(place.old ?? Number.NaN);
  const at = new Map<DiffLine, { threads: PlacedThread[]; forms: CommentPlace[] }>();
  const loose: PlacedThread[] = [];
  const looseForms: CommentPlace[] = [];
  const entry = (line: DiffLine) => {
    const known = at.get(line) ?? { threads: [], forms: [] };
    at.set(line, known);
    return known;
  };
  for (const thread of threads) {
    const line = lineOf(thread);
    if (line === undefined) loose.push(thread);
    else entry(line).threads.push(thread);
  }
  for (const form of open) {
    // The file may have been read anew since, with more lines around.
    const line = form.reading === reading ? lineOf(form.end) : undefined;
    if (line === undefined) looseForms.push(form);
    else entry(line).forms.push(form);
  }
  return { loose, looseForms, at };
}

function grouped<T>(all: readonly T[], pathOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const path = pathOf(one);
    const group = groups.get(path);
    if (group === undefined) groups.set(path, [one]);
    else group.push(one);
  }
  return groups;
}
