import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The look-behind keeps out `suite.it(` and names that only end in `test`.
const call = /(?<![\w$.])(?:it|test)((?:\.[A-Za-z]+)*)\s*(?=[(`])/g;
const literal = /\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\[^])*)`)/y;

const plain = new Set(['concurrent', 'sequential']);
const curried = new Set(['each', 'for', 'runIf', 'skipIf']);

/**
 * Titles of the tests in a source text: the string literal that begins an `it(…)` or `test(…)`.
 * Of `it.each(…)('template')` it is the template. Tests that never run (`skip`, `todo`, `fixme`)
 * have no title here, nor have `test.describe` and the hooks.
 */
export function titlesIn(source: string): string[] {
  const titles: string[] = [];
  for (const match of source.matchAll(call)) {
    const modifiers = (match[1] ?? '').split('.').slice(1);
    if (!modifiers.every((modifier) => plain.has(modifier) || curried.has(modifier))) continue;
    let position = match.index + match[0].length;
    for (const modifier of modifiers) {
      if (curried.has(modifier)) position = endOfArguments(source, position);
    }
    literal.lastIndex = position;
    const found = literal.exec(source);
    const title = found?.[1] ?? found?.[2] ?? found?.[3];
    if (title !== undefined) titles.push(title.replaceAll(/\\(['"`\\])/g, '$1'));
  }
  return titles;
}

/** Where the argument list (or tagged template) that begins at `start` has ended. */
function endOfArguments(source: string, start: number): number {
  // Text and comments are taken whole: the brackets in them do not count.
  const token =
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|\/\/.*|\/\*[^]*?\*\/|[()]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0 && !found[0].startsWith('/')) break;
  }
  const rest = /\s*/y;
  rest.lastIndex = token.lastIndex;
  rest.exec(source);
  return rest.lastIndex;
}

const testFiles: readonly { folder: string; ending: RegExp }[] = [
  { folder: 'bff', ending: /\.test\.ts$/ },
  { folder: 'src', ending: /\.test\.tsx?$/ },
  { folder: 'scripts', ending: /\.test\.ts$/ },
  { folder: 'e2e', ending: /\.e2e\.ts$/ },
];

/** Titles of all tests of the project that lies at `root`. */
export function projectTitles(root: string): Set<string> {
  const titles = new Set<string>();
  for (const { folder, ending } of testFiles) {
    for (const file of filesUnder(join(root, folder))) {
      if (!ending.test(file)) continue;
      for (const title of titlesIn(readFileSync(file, 'utf8'))) titles.add(title);
    }
  }
  return titles;
}

function filesUnder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    );
  } catch (error) {
    // A folder that does not exist yet holds no tests.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
