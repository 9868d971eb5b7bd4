import type { Part } from './changed-words.ts';
import type { TokenKind, Tokens } from './highlight.ts';

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isChanged: boolean;
  readonly kind: TokenKind | undefined;
}

/** Cuts a line wherever a change or a colour begins. */
export function piecesOf(text: string, parts: readonly Part[], tokens: Tokens = []): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let token = 0;
  let tokenEnd = tokens[0]?.[0] ?? text.length;
  for (const part of parts) {
    const partEnd = start + part.text.length;
    while (start < partEnd) {
      while (tokenEnd <= start && token < tokens.length) {
        token += 1;
        tokenEnd += tokens[token]?.[0] ?? text.length;
      }
      const end = Math.max(Math.min(partEnd, tokenEnd), start + 1);
      const kind = tokens[token]?.[1];
      pieces.push({ start, text: text.slice(start, end), isChanged: part.isChanged, kind });
      start = end;
    }
  }
  return pieces;
}
