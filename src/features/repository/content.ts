import { imageUrlOf, isImage } from '../../diff/images.ts';
import type { RepositoryFile } from './queries.ts';

/** What a file can be shown as. */
export type Content =
  | { readonly kind: 'empty' | 'binary' | 'large' }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string };

/** More is no reading: two megabytes. */
const largestText = 2_000_000;

/** Git, too, looks for a zero byte in the first 8,000. */
const looksBinary = (bytes: Uint8Array) => bytes.subarray(0, 8_000).includes(0);

/** Reads a file's content by its name and bytes. */
export function contentOf({ file_name: name, size, content }: RepositoryFile): Content {
  if (size === 0) return { kind: 'empty' };
  if (isImage(name)) return { kind: 'image', url: imageUrlOf(name, content) };
  if (size > largestText) return { kind: 'large' };
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  if (looksBinary(bytes)) return { kind: 'binary' };
  return { kind: 'text', text: new TextDecoder().decode(bytes) };
}

/** Lines as people count them: a line break ends one, it begins no other. */
export const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

const marked = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/;

/** Lines that the hash of a URL names: `L12` or `L12-18`. */
export function linesInHash(hash: string): { from: number; to: number } | undefined {
  const [, first, last] = marked.exec(hash) ?? [];
  if (first === undefined) return undefined;
  const ends = [Number(first), Number(last ?? first)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

/** The hash of lines. */
export const hashOfLines = (from: number, to: number): string =>
  from === to ? `L${from}` : `L${Math.min(from, to)}-${Math.max(from, to)}`;
