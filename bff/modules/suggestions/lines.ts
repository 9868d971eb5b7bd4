import type { Proposal } from './parse.ts';

/** The lines of a file, one character a byte so that no byte is lost; undefined for what is no text. */
export function linesOf(content: Buffer): string[] | undefined {
  return content.includes(0) ? undefined : content.toString('latin1').split(/(?<=\n)/);
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
  const whole = lines.join('');
  const at = whole.indexOf(part);
  if (part === '' || at === -1 || whole.indexOf(part, at + 1) !== -1) return undefined;
  if (at > 0 && whole.charAt(at - 1) !== '\n') return undefined;
  return whole.slice(0, at).split('\n').length;
}

/** What is put in place of a part, with the line ends that the part has. */
export function replacementOf(part: string, to_content: string): string {
  const wanted = asBytes(to_content);
  const ended = part.endsWith('\n') ? wanted : wanted.replace(/\n$/, '');
  return part.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
}
