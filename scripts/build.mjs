import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { judgeFirstLoad } from './first-load.mjs';
import { root, run } from './install.mjs';

const stamp = join(root, 'dist/.stamp');
const sources = [
  'bff',
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/compress.mjs',
];

/** Builds console and server when a source is not the one that was built. */
export function ensureBuilt() {
  if (readStamp() === fingerprint()) return;
  console.error('Building …');
  build();
}

function build() {
  // The sources as they are now: an edit during the build must lead to the next one.
  const before = fingerprint();
  vite();
  vite('--ssr', '--outDir', 'dist/bff');
  run(process.execPath, ['scripts/compress.mjs']);
  writeFileSync(stamp, before);
}

/** @param {string[]} args */
function vite(...args) {
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...args]);
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(source)) {
      const { size, mtimeMs } = statSync(join(root, file));
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  // Vite writes the route tree itself; the routes it is made of are in the list.
  if (!entry || /\.test\.tsx?$|\/testing$|routeTree\.gen\.ts$/.test(path)) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  build();
  // A limit for whoever changes the console; a server starts all the same.
  judgeFirstLoad(root);
}
