const longestName = 200;

/** A name that is safe in URLs, headers and Markdown: the last part, letters, digits, `.`, `_`, `-`. */
export function safeName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const plain = last
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]/gu, '_');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 ? cut(plain.slice(dot), 20) : '';
  const stem = cut(dot > 0 ? plain.slice(0, dot) : plain, longestName);
  // A name of dots alone would be a folder.
  return /[^.]/.test(stem) ? stem + ending : `file${ending === '.' ? '' : ending}`;
}

/** By whole characters, so that none is halved. */
const cut = (text: string, length: number) => Array.from(text).slice(0, length).join('');

const signatures: readonly (readonly [type: string, fits: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1'))],
  ['image/webp', (bytes) => /^RIFF[^]{4}WEBP/.test(bytes.subarray(0, 12).toString('latin1'))],
];

/** As many bytes of an image tell its type. */
export const imageHead = 64;

/** The type of an image that browsers may show, by its bytes and not by what was claimed. */
export function imageTypeOf(content: Uint8Array): string | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return signatures.find(([, fits]) => fits(bytes))?.[0];
}
