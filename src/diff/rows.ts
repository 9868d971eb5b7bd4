import type { Diff } from '#contract/commits.ts';
import { type DiffLine, type Hunk, type ParsedDiff, parseDiff } from './parse.ts';

/** A changed file, read once. */
export interface DiffFile {
  readonly diff: Diff;
  readonly path: string;
  readonly parsed: ParsedDiff;
}

/** What the virtual list shows, one entry per row. */
export type DiffRow =
  | { readonly type: 'file'; readonly file: DiffFile }
  | { readonly type: 'note'; readonly file: DiffFile }
  | { readonly type: 'hunk'; readonly file: DiffFile; readonly hunk: Hunk }
  | {
      readonly type: 'line';
      readonly file: DiffFile;
      readonly line: DiffLine;
      readonly twin?: DiffLine;
    }
  | {
      readonly type: 'pair';
      readonly file: DiffFile;
      readonly left: DiffLine | undefined;
      readonly right: DiffLine | undefined;
    }
  | { readonly type: 'gap'; readonly file: DiffFile };

export type DiffLayout = 'unified' | 'split';

const known = new WeakMap<Diff, DiffFile>();

/** Reads a changed file, once however often it is asked for. */
export function readFile(diff: Diff): DiffFile {
  const before = known.get(diff);
  if (before !== undefined) return before;
  const path = diff.deleted_file ? diff.old_path : diff.new_path;
  const file = { diff, path, parsed: parseDiff(diff.diff) };
  known.set(diff, file);
  return file;
}

/** All rows of all files; folded files keep their head only. */
export function rowsOf(
  files: readonly DiffFile[],
  layout: DiffLayout,
  isFolded: (path: string) => boolean,
): DiffRow[] {
  const rows: DiffRow[] = [];
  for (const file of files) {
    rows.push({ type: 'file', file });
    if (!isFolded(file.path)) {
      if (needsNote(file)) rows.push({ type: 'note', file });
      for (const hunk of file.parsed.hunks) {
        rows.push({ type: 'hunk', file, hunk });
        for (const block of blocksOf(hunk.lines)) addBlock(rows, file, block, layout);
      }
    }
    rows.push({ type: 'gap', file });
  }
  return rows;
}

function needsNote({ diff, parsed }: DiffFile): boolean {
  const isModeChange = diff.a_mode !== diff.b_mode && !diff.new_file && !diff.deleted_file;
  return parsed.hunks.length === 0 || isModeChange || diff.renamed_file;
}

interface Block {
  readonly context: readonly DiffLine[];
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

/** Unchanged lines, and runs of removed lines with the added ones that follow them. */
function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: Block[] = [];
  let index = 0;
  const take = (kind: DiffLine['kind']) => {
    const start = index;
    while (lines[index]?.kind === kind) index += 1;
    return lines.slice(start, index);
  };
  while (index < lines.length) {
    blocks.push({ context: take('context'), removed: take('removed'), added: take('added') });
  }
  return blocks;
}

function addBlock(rows: DiffRow[], file: DiffFile, block: Block, layout: DiffLayout): void {
  const { context, removed, added } = block;
  if (layout === 'split') {
    for (const line of context) rows.push({ type: 'pair', file, left: line, right: line });
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      rows.push({ type: 'pair', file, left: removed[index], right: added[index] });
    }
    return;
  }
  for (const line of context) rows.push({ type: 'line', file, line });
  const twins = removed.length === added.length;
  for (const [index, line] of removed.entries()) {
    const twin = twins ? added[index] : undefined;
    rows.push({ type: 'line', file, line, ...(twin && { twin }) });
  }
  for (const [index, line] of added.entries()) {
    const twin = twins ? removed[index] : undefined;
    rows.push({ type: 'line', file, line, ...(twin && { twin }) });
  }
}
