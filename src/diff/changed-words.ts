/** Parts of a line, the changed ones marked. */
export interface Part {
  readonly text: string;
  readonly isChanged: boolean;
}

const token = /[\p{L}\p{N}_]+|\s+|[^\s\p{L}\p{N}_]/gu;
/** Beyond it the table of the comparison costs more than the marks are worth. */
const mostTokens = 240;
const mostLetters = 20_000;

/**
 * What differs between a removed line and the added one that took its place. Lines that have
 * next to nothing in common are not marked at all: a line full of marks says nothing.
 */
export function changedWords(before: string, after: string): [Part[], Part[]] {
  if (before.length + after.length > mostLetters) return [whole(before), whole(after)];
  const a = before.match(token) ?? [];
  const b = after.match(token) ?? [];
  if (a.length > mostTokens || b.length > mostTokens) return [whole(before), whole(after)];
  const kept = commonTokens(a, b);
  const shared = kept.a.reduce(
    (sum, isKept, index) => (isKept ? sum + (a[index] ?? '').trim().length : sum),
    0,
  );
  const longest = Math.max(before.trim().length, after.trim().length);
  if (shared * 3 < longest) return [whole(before), whole(after)];
  return [join(a, kept.a), join(b, kept.b)];
}

const whole = (text: string): Part[] => [{ text, isChanged: false }];

/** The longest common subsequence, as marks on both sides. */
function commonTokens(a: readonly string[], b: readonly string[]) {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      table[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const keptA = a.map(() => false);
  const keptB = b.map(() => false);
  for (let row = 0, column = 0; row < a.length && column < b.length; ) {
    if (a[row] === b[column]) {
      keptA[row++] = true;
      keptB[column++] = true;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return { a: keptA, b: keptB };
}

function join(tokens: readonly string[], kept: readonly boolean[]): Part[] {
  const parts: { text: string; isChanged: boolean }[] = [];
  for (const [index, text] of tokens.entries()) {
    const isChanged = !kept[index];
    const last = parts.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else parts.push({ text, isChanged });
  }
  return parts;
}
