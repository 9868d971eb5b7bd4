/** A file that cannot be read; the message is what people are told. */
export class SheetProblem extends Error {}

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

const notUtf8 =
  'The file is neither UTF-8 nor UTF-16: save it as CSV UTF-8, so that no name is read wrong.';
const unmarked =
  'The file is UTF-16 without a byte order mark: save it as CSV UTF-8, so that no name is read wrong.';

/**
 * Turns bytes into text, by the byte order mark or as UTF-8. What is neither is refused: Latin-1
 * and its relatives look alike, and a guess would change names.
 */
export function decoderOf(head: Uint8Array): (part: Uint8Array, more: boolean) => string {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (mark === undefined && head.subarray(0, 1000).includes(0)) throw new SheetProblem(unmarked);
  const decoder = new TextDecoder(mark?.encoding ?? 'utf-8', { fatal: true });
  return (part, more) => {
    try {
      const text = decoder.decode(part, { stream: more });
      if (text.includes('\0')) throw new SheetProblem('The file holds a NUL character.');
      return text;
    } catch (error) {
      if (error instanceof SheetProblem) throw error;
      throw new SheetProblem(notUtf8);
    }
  };
}
