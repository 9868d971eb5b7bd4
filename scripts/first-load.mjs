import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// How much JavaScript comes before a screen, gzipped: the entry, the screen's own chunks and all
// that they import at once.

/** @typedef {Record<string, { file: string, isEntry?: boolean, imports?: string[] }>} Manifest */

/** Bytes at most; home is what a signed-in user meets first. */
const limits = [
  { screen: 'sign-in', chunks: ['sign-in.tsx'], most: 170_000 },
  { screen: 'home', chunks: ['_auth.tsx', '_auth.index.tsx'], most: 240_000 },
];

/**
 * @param {Manifest} manifest
 * @param {readonly string[]} chunks
 * @returns {string[]}
 */
export function filesBefore(manifest, chunks) {
  const wanted = Object.keys(manifest).filter(
    (key) =>
      manifest[key]?.isEntry ||
      chunks.some((chunk) => key.startsWith(`src/routes/${chunk}?tsr-split`)),
  );
  /** @type {Set<string>} */
  const seen = new Set();
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  for (const key of wanted) visit(key);
  if (wanted.length <= chunks.length) throw new Error(`No chunk of ${chunks.join(', ')}`);
  return [...seen].flatMap((key) => manifest[key]?.file ?? []);
}

/**
 * Prints what each screen takes; throws above the limit.
 * @param {string} root
 */
export function judgeFirstLoad(root) {
  const web = join(root, 'dist/web');
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'));
  for (const { screen, chunks, most } of limits) {
    const sizes = filesBefore(manifest, chunks).map(
      (file) => gzipSync(readFileSync(join(web, file))).length,
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const said = `${screen}: ${(total / 1000).toFixed(1)} kB of JavaScript, gzipped`;
    console.log(said);
    if (total > most) throw new Error(`${said}; the limit is ${most / 1000} kB`);
  }
}
