import { type ChangedFile, patchHeader } from './diff-raw.ts';

/** The patch of one file: its hunks without the lines before them. */
export interface FilePatch {
  readonly file: ChangedFile;
  /** Undefined when it is larger than allowed. */
  readonly text: Buffer | undefined;
  readonly bytes: number;
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

export interface PatchLimits {
  /** The first file whose text is wanted; those before are counted only. */
  readonly skip: number;
  /** Texts above this size are dropped while they are read. */
  readonly maxBytes: number;
}

const newline = 0x0a;
const sectionStart = Buffer.from('diff --git ');
const binaryStart = Buffer.from('Binary files ');

/**
 * Splits git's patch output into files while it arrives. The files of the raw records are given
 * because paths in patches are ambiguous, and because a file may have no patch at all (white
 * space alone, when that is ignored). Memory holds one file at most.
 */
export function createPatchParser(
  files: readonly ChangedFile[],
  limits: PatchLimits,
): { feed(piece: Buffer): FilePatch[]; end(): FilePatch[] } {
  let next = 0;
  let current: OpenPatch | undefined;
  let carry: Buffer = Buffer.alloc(0);
  let insideLine = false;
  const done: FilePatch[] = [];

  const take = (): FilePatch[] => done.splice(0);
  const close = (): void => {
    if (current) done.push(finished(current));
    current = undefined;
  };
  const openNext = (): OpenPatch => {
    const file = files[next];
    if (!file) throw new Error('git gave a patch of a file that it had not announced');
    next += 1;
    return openPatch(file, next > limits.skip ? limits.maxBytes : -1);
  };
  const begin = (header: Buffer): void => {
    close();
    for (;;) {
      const opened = openNext();
      if (patchHeader(opened.file).equals(header)) {
        current = opened;
        return;
      }
      done.push(finished(opened));
    }
  };

  const feed = (piece: Buffer): FilePatch[] => {
    const bytes = carry.length === 0 ? piece : Buffer.concat([carry, piece]);
    carry = Buffer.alloc(0);
    let position = 0;
    // The part of the current file's text that lies in this piece.
    let textFrom = current?.inHunks ? 0 : -1;
    const flush = (to: number): void => {
      if (current && textFrom >= 0 && to > textFrom) keep(current, bytes.subarray(textFrom, to));
      textFrom = -1;
    };
    while (position < bytes.length) {
      const found = bytes.indexOf(newline, position);
      const end = found < 0 ? bytes.length : found + 1;
      if (insideLine) {
        insideLine = found < 0;
        position = end;
        continue;
      }
      const first = bytes[position];
      const inHunks = current?.inHunks ?? false;
      // Lines of a hunk begin with a blank, a sign or a backslash, never with a letter.
      const isHeader = !inHunks || first === sectionStart[0];
      if (found < 0 && isHeader && first !== 0x40) {
        flush(position);
        carry = Buffer.from(bytes.subarray(position));
        return take();
      }
      if (isHeader) {
        const line = bytes.subarray(position, found < 0 ? end : found);
        if (line.subarray(0, sectionStart.length).equals(sectionStart)) {
          flush(position);
          begin(line);
        } else if (current && first === 0x40) {
          current.inHunks = true;
          textFrom = position;
        } else if (current && line.subarray(0, binaryStart.length).equals(binaryStart)) {
          current.binary = true;
          keep(current, bytes.subarray(position, end));
        }
      } else if (current) {
        if (first === 0x2b) current.added += 1;
        else if (first === 0x2d) current.removed += 1;
      }
      insideLine = found < 0;
      position = end;
    }
    flush(bytes.length);
    return take();
  };
  const end = (): FilePatch[] => {
    close();
    while (next < files.length) done.push(finished(openNext()));
    return take();
  };
  return { feed, end };
}

interface OpenPatch {
  readonly file: ChangedFile;
  /** Below zero for a file whose text nobody wants. */
  readonly maxBytes: number;
  readonly pieces: Buffer[];
  bytes: number;
  added: number;
  removed: number;
  binary: boolean;
  inHunks: boolean;
}

function openPatch(file: ChangedFile, maxBytes: number): OpenPatch {
  const counts = { bytes: 0, added: 0, removed: 0 };
  return { file, maxBytes, pieces: [], ...counts, binary: false, inHunks: false };
}

function keep(patch: OpenPatch, text: Buffer): void {
  patch.bytes += text.length;
  if (patch.bytes <= patch.maxBytes) patch.pieces.push(text);
  else patch.pieces.length = 0;
}

function finished(patch: OpenPatch): FilePatch {
  const { file, bytes, added, removed, binary } = patch;
  const text = bytes <= patch.maxBytes ? Buffer.concat(patch.pieces) : undefined;
  return { file, text, bytes, added, removed, binary };
}
