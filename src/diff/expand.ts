import type { DiffLine, Hunk, ParsedDiff } from './parse.ts';

/** So many lines come at a time. */
const step = 20;

const order = (line: DiffLine | undefined) => line?.old ?? 0;

/** How many unchanged lines lie before a hunk, after the line that ends the one before. */
export function hiddenBefore(hunk: Hunk, before: DiffLine | undefined): number {
  const first = hunk.lines.find(({ kind }) => kind !== 'added');
  if (first === undefined) return 0;
  return Math.max(0, order(first) - order(before) - 1);
}

/**
 * Shows more of the unchanged lines before a hunk: those nearest to it, or all. `whole` is the file
 * as one hunk with all of its lines.
 */
export function expandBefore(
  parsed: ParsedDiff,
  whole: ParsedDiff,
  { hunk, all }: { hunk: Hunk; all: boolean },
): ParsedDiff {
  const index = parsed.hunks.indexOf(hunk);
  if (index === -1) return parsed;
  const before = parsed.hunks[index - 1]?.lines.findLast(({ kind }) => kind !== 'added');
  const first = hunk.lines.find(({ kind }) => kind !== 'added');
  const context = (whole.hunks[0]?.lines ?? []).filter(
    (line) => line.kind === 'context' && order(line) > order(before) && order(line) < order(first),
  );
  const shown = all ? context : context.slice(-step);
  const joins = index > 0 && shown.length === context.length;
  const previous = joins ? parsed.hunks[index - 1] : undefined;
  const lines = [...(previous?.lines ?? []), ...shown, ...hunk.lines];
  const hunks = parsed.hunks.toSpliced(
    previous ? index - 1 : index,
    previous ? 2 : 1,
    hunkOf(lines, previous?.context ?? hunk.context),
  );
  return { ...parsed, hunks };
}

/** Shows the unchanged lines after the last hunk: some, or all. */
export function expandAfter(parsed: ParsedDiff, whole: ParsedDiff, all: boolean): ParsedDiff {
  const last = parsed.hunks.at(-1);
  if (last === undefined) return parsed;
  const end = last.lines.findLast(({ kind }) => kind !== 'added');
  const context = (whole.hunks[0]?.lines ?? []).filter(
    (line) => line.kind === 'context' && order(line) > order(end),
  );
  const shown = all ? context : context.slice(0, step);
  const hunks = parsed.hunks.toSpliced(-1, 1, hunkOf([...last.lines, ...shown], last.context));
  return { ...parsed, hunks, isWholeEnd: shown.length === context.length };
}

function hunkOf(lines: readonly DiffLine[], context: string): Hunk {
  const [olds, news] = [
    lines.flatMap((line) => line.old ?? []),
    lines.flatMap((line) => line.new ?? []),
  ];
  const range = `@@ -${olds[0] ?? 0},${olds.length} +${news[0] ?? 0},${news.length} @@`;
  return { range, context, lines };
}
