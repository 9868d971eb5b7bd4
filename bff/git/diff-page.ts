import { type DiffEnds, type DiffFile, openDiff } from './diff.ts';
import type { Repo } from './environment.ts';
import { keepAnswers } from './kept-answers.ts';
import { isSha } from './names.ts';

/** Some of the changed files between two ends, and how many there are. */
export interface DiffPage {
  readonly files: readonly DiffFile[];
  readonly count: number;
}

export interface DiffPageOptions {
  readonly skip: number;
  readonly limit: number;
  readonly maxBytesPerFile: number;
  /** What all files of the page may hold; those beyond are collapsed, but never the first. */
  readonly maxBytes: number;
  readonly maxLines?: number;
  readonly maxFiles?: number;
}

/** How many lines a file's hunks have. */
export const linesOf = ({ diff }: Pick<DiffFile, 'diff'>): number => diff.split('\n').length - 1;

const kept = keepAnswers<DiffPage>(16 * 1024 * 1024, ({ files }) =>
  // V8 keeps most texts with one byte for a letter.
  files.reduce((sum, file) => sum + file.diff.length + 2 * file.new_path.length + 500, 0),
);

/**
 * One page of the changed files, read from one git process. Pages between two commits never change:
 * those that were read last are kept.
 */
export function diffPage(repo: Repo, ends: DiffEnds, options: DiffPageOptions): Promise<DiffPage> {
  const { base, head } = ends;
  // What is in quarantine may never become part of the repository.
  if (typeof repo !== 'string' || !isSha(head) || (base !== null && !isSha(base))) {
    return readPage(repo, ends, options);
  }
  const { skip, limit, maxBytesPerFile, maxBytes, maxLines, maxFiles } = options;
  const bounds = [skip, limit, maxBytesPerFile, maxBytes, maxLines, maxFiles];
  const key = [repo, base, head, ...bounds].join('\0');
  return kept(key, () => readPage(repo, ends, options));
}

async function readPage(repo: Repo, ends: DiffEnds, options: DiffPageOptions): Promise<DiffPage> {
  const diff = await openDiff(repo, ends, options);
  const files: DiffFile[] = [];
  const { maxBytes, maxLines = Infinity, maxFiles = Infinity } = options;
  let shown = 0;
  let bytes = 0;
  let lines = 0;
  for await (const file of diff.files) {
    const size = Buffer.byteLength(file.diff);
    const length = linesOf(file);
    const fits = bytes + size <= maxBytes && lines + length <= maxLines && shown < maxFiles;
    if (shown === 0 || fits) {
      shown += 1;
      bytes += size;
      lines += length;
      files.push(file);
    } else files.push({ ...file, diff: '', collapsed: true });
  }
  return { files, count: diff.count };
}
