import type { Diff } from '#contract/commits.ts';
import { type DiffLine, type Hunk, type ParsedDiff, parseDiff } from './parse.ts';
import type { CommentPlace, PlacedThread } from './review.ts';

/** A changed file, read once. */
export interface DiffFile {
  readonly diff: Diff;
  readonly path: string;
  readonly parsed: ParsedDiff;
}

/** What the virtual list shows, one entry per row; `id` stays the same when rows come before it. */
export type DiffRow = { readonly id: number | string; readonly file: DiffFile } & (
  | { readonly type: 'file' | 'note' | 'tail' | 'gap' }
  | { readonly type: 'hunk'; readonly hunk: Hunk; readonly before: DiffLine | undefined }
  | { readonly type: 'line'; readonly line: DiffLine; readonly twin?: DiffLine }
  | {
      readonly type: 'pair';
      readonly left: DiffLine | undefined;
      readonly right: DiffLine | undefined;
    }
  | { readonly type: 'thread'; readonly thread: PlacedThread }
  | { readonly type: 'form'; readonly place: CommentPlace }
);

export type DiffLayout = 'unified' | 'split';

/** What stands below lines of a file: threads, and forms for new ones. */
export interface FileBelow {
  readonly loose: readonly PlacedThread[];
  /** What is written about lines that are not shown now. */
  readonly looseForms: readonly CommentPlace[];
  readonly at: ReadonlyMap<
    DiffLine,
    { readonly threads: readonly PlacedThread[]; readonly forms: readonly CommentPlace[] }
  >;
}

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

/** A file that becomes a link is two files of one path: one goes, one comes. */
const nameOf = ({ diff, path }: DiffFile) => (diff.deleted_file ? `old ${path}` : path);

let made = 0;
const kept: Record<DiffLayout, WeakMap<DiffFile, readonly DiffRow[]>> = {
  unified: new WeakMap(),
  split: new WeakMap(),
};

/** All rows of all files; folded files keep their head only. */
export function rowsOf(
  files: readonly DiffFile[],
  layout: DiffLayout,
  isFolded: (path: string) => boolean,
  below?: ReadonlyMap<string, FileBelow>,
): DiffRow[] {
  const rows: DiffRow[] = [];
  for (const file of files) {
    const { path } = file;
    rows.push({ type: 'file', id: `file ${nameOf(file)}`, file });
    if (!isFolded(path)) {
      if (needsNote(file)) rows.push({ type: 'note', id: `note ${nameOf(file)}`, file });
      const here = below?.get(path);
      for (const thread of here?.loose ?? []) rows.push(threadRow(file, thread));
      for (const place of here?.looseForms ?? []) rows.push(formRow(file, place));
      for (const row of linesOf(file, layout)) {
        rows.push(row);
        if (here !== undefined) addBelow(rows, row, here);
      }
    } else {
      // What somebody is writing stays.
      const here = below?.get(path);
      for (const place of here?.looseForms ?? []) rows.push(formRow(file, place));
      for (const { forms } of here?.at.values() ?? []) {
        for (const place of forms) rows.push(formRow(file, place));
      }
    }
    rows.push({ type: 'gap', id: `gap ${nameOf(file)}`, file });
  }
  return rows;
}

const threadRow = (file: DiffFile, thread: PlacedThread): DiffRow => ({
  type: 'thread',
  id: `thread ${nameOf(file)} ${thread.id}`,
  file,
  thread,
});

const formRow = (file: DiffFile, place: CommentPlace): DiffRow => ({
  type: 'form',
  id: `form ${place.id}`,
  file,
  place,
});

/** The lines that a row shows. */
export function linesIn(row: DiffRow | undefined): DiffLine[] {
  if (row?.type === 'line') return [row.line];
  if (row?.type !== 'pair') return [];
  return [...new Set([row.left, row.right].filter((line) => line !== undefined))];
}

function addBelow(rows: DiffRow[], row: DiffRow, { at }: FileBelow): void {
  const { file } = row;
  for (const line of linesIn(row)) {
    const here = at.get(line);
    for (const thread of here?.threads ?? []) rows.push(threadRow(file, thread));
    for (const place of here?.forms ?? []) rows.push(formRow(file, place));
  }
}

/** Heads of hunks and lines, made once for each layout. */
function linesOf(file: DiffFile, layout: DiffLayout): readonly DiffRow[] {
  const before = kept[layout].get(file);
  if (before !== undefined) return before;
  const rows: DiffRow[] = [];
  let last: DiffLine | undefined;
  for (const hunk of file.parsed.hunks) {
    rows.push({ type: 'hunk', id: ++made, file, hunk, before: last });
    for (const block of blocksOf(hunk.lines)) addBlock(rows, file, block, layout);
    last = hunk.lines.findLast(({ kind }) => kind !== 'added') ?? last;
  }
  if (mayGoOn(file.parsed)) rows.push({ type: 'tail', id: `tail ${nameOf(file)}`, file });
  kept[layout].set(file, rows);
  return rows;
}

/** Git shows three lines after a change where there are so many. */
function mayGoOn({ hunks, isWholeEnd }: ParsedDiff): boolean {
  const last = hunks.at(-1)?.lines.slice(-3) ?? [];
  return isWholeEnd !== true && last.length === 3 && last.every(({ kind }) => kind === 'context');
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
    const pair = (left: DiffLine | undefined, right: DiffLine | undefined) =>
      rows.push({ type: 'pair', id: ++made, file, left, right });
    for (const line of context) pair(line, line);
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      pair(removed[index], added[index]);
    }
    return;
  }
  const twins = removed.length === added.length;
  const single = (line: DiffLine, twin: DiffLine | undefined) =>
    rows.push({ type: 'line', id: ++made, file, line, ...(twins && twin && { twin }) });
  for (const line of context) single(line, undefined);
  for (const [index, line] of removed.entries()) single(line, added[index]);
  for (const [index, line] of added.entries()) single(line, removed[index]);
}
