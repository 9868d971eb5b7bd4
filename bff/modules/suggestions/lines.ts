import type { Proposal } from './parse.ts';

/** Files of more lines than this are not changed by suggestions. */
export const mostLines = 20_000;

/** The lines of a file, one character a byte so that no byte is lost; undefined for what is no text. */
export const linesOf = (content: Buffer): string[] | undefined =>
  content.includes(0) ? undefined : splitLines(content.toString('latin1'));

/** Lines with their ends; undefined for too many. */
function splitLines(text: string): string[] | undefined {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (lines.length === mostLines) return undefined;
    const end = text.indexOf('\n', at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
}

/** Text as the lines are kept. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Lines as text. */
export const asText = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** What stands on the lines of a proposal; undefined where the file ends before. */
export function partOf(
  lines: readonly string[],
  { from_line, to_line }: Pick<Proposal, 'from_line' | 'to_line'>,
): string | undefined {
  return to_line > lines.length ? undefined : lines.slice(from_line - 1, to_line).join('');
}

/**
 * Where a part of a file stands by now: on its lines still, or at the one other place that has it.
 * Undefined where it is gone, or where it could be several.
 */
export function placeOf(
  lines: readonly string[],
  part: string,
  proposal: Pick<Proposal, 'from_line' | 'to_line'>,
): number | undefined {
  if (partOf(lines, proposal) === part) return proposal.from_line;
  const [only, another] = placesOf(lines, splitLines(part) ?? []);
  return another === undefined ? only : undefined;
}

/**
 * The first two places of these lines among others. Takes linear time whatever the lines are, for
 * their writers choose both: the search of Knuth, Morris and Pratt.
 */
function placesOf(lines: readonly string[], wanted: readonly string[]): number[] {
  // How many lines of the beginning the lines up to here end with.
  const back: number[] = [0];
  for (let at = 1, same = 0; at < wanted.length; at++) {
    while (same > 0 && wanted[at] !== wanted[same]) same = back[same - 1] ?? 0;
    if (wanted[at] === wanted[same]) same++;
    back.push(same);
  }
  const found: number[] = [];
  if (wanted.length === 0) return found;
  let same = 0;
  for (const [at, line] of lines.entries()) {
    while (same > 0 && line !== wanted[same]) same = back[same - 1] ?? 0;
    if (line === wanted[same]) same++;
    if (same === wanted.length && found.push(at - same + 2) === 2) break;
  }
  return found;
}

/** What is put in place of a part, with the line ends that the part has. */
export function replacementOf(part: string, to_content: string): string {
  const wanted = asBytes(to_content);
  const ended = part.endsWith('\n') ? wanted : wanted.replace(/\n$/, '');
  return part.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
}
