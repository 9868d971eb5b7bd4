export type LineKind = 'context' | 'added' | 'removed';

/** One line of a comparison with its numbers on both sides. */
export interface DiffLine {
  readonly kind: LineKind;
  readonly old: number | undefined;
  readonly new: number | undefined;
  readonly text: string;
  /** The file ends here without a line break. */
  noNewline?: boolean;
}

export interface Hunk {
  /** `@@ -18,14 +18,16 @@` */
  readonly range: string;
  /** What git says after it, mostly a function's head. */
  readonly context: string;
  readonly lines: readonly DiffLine[];
}

export interface ParsedDiff {
  readonly hunks: readonly Hunk[];
  /** The lines of the last hunk end the file. */
  readonly isWholeEnd?: boolean;
  readonly added: number;
  readonly removed: number;
}

const hunkHead = /^(@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@) ?(.*)$/;

/** Reads a unified diff of one file; lines before the first hunk are git's header. */
export function parseDiff(text: string): ParsedDiff {
  const hunks: { range: string; context: string; lines: DiffLine[] }[] = [];
  let old = 0;
  let fresh = 0;
  let added = 0;
  let removed = 0;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const head = line.startsWith('@@') ? hunkHead.exec(line) : null;
    if (head) {
      old = Number(head[2]);
      fresh = Number(head[3]);
      hunks.push({ range: head[1] ?? '', context: head[4] ?? '', lines: [] });
      continue;
    }
    const current = hunks.at(-1)?.lines;
    if (current === undefined) continue;
    const rest = line.slice(1);
    if (line.startsWith('+')) {
      current.push({ kind: 'added', old: undefined, new: fresh++, text: rest });
      added += 1;
    } else if (line.startsWith('-')) {
      current.push({ kind: 'removed', old: old++, new: undefined, text: rest });
      removed += 1;
    } else if (line.startsWith('\\')) {
      const last = current.at(-1);
      if (last) last.noNewline = true;
    } else {
      current.push({ kind: 'context', old: old++, new: fresh++, text: rest });
    }
  }
  return { hunks, added, removed };
}
