import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaywright, readVitest } from './counts.mjs';
import { ensureInstalled, root } from './install.mjs';
import { ensureSystem } from './system.mjs';

// `npm test` runs every step, `npm test -- NAME …` the named ones, in this order, up to the
// first that fails. The last line is always `N passed, N failed`.

const results = join(root, 'test-results');
const bin = 'node_modules/.bin';
const vitestReports = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(results, 'unit.json')}`,
];

/**
 * @type {{ name: string, command: string[], env?: Record<string, string>, counts?: () => import('./counts.mjs').Counts }[]}
 */
const steps = [
  { name: 'format', command: [`${bin}/biome`, 'format', '.'] },
  { name: 'lint', command: [`${bin}/oxlint`] },
  { name: 'docs', command: [process.execPath, 'scripts/check-docs.mjs'] },
  { name: 'types', command: [`${bin}/tsc`] },
  { name: 'unused', command: [`${bin}/knip`] },
  {
    name: 'unit',
    command: [`${bin}/vitest`, 'run', ...vitestReports],
    env: inMemory(),
    counts: () => readVitest(join(results, 'unit.json')),
  },
  { name: 'build', command: [process.execPath, 'scripts/build.mjs'], counts: judgeRouteTree },
  {
    name: 'e2e',
    command: [`${bin}/playwright`, 'test'],
    env: inMemory(),
    counts: () => readPlaywright(join(results, 'e2e.json')),
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
const routeTreeBefore = readRouteTree();
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const timings = [];

try {
  if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(', ')}`);
  await timed('install', () => {
    ensureSystem();
    ensureInstalled();
  });
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const step of chosen) await timed(step.name, () => perform(step));
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  if (total.failed === 0) total.failed = 1;
}
console.log(`\n${timings.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/**
 * Thousands of small repositories come and go: where memory allows it, they wait for no disk.
 * @returns {Record<string, string>}
 */
function inMemory() {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= 4 * 1024 ** 3 ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}

function readRouteTree() {
  const file = join(root, 'src/routeTree.gen.ts');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The build renews the tree, and the steps before it have judged the one that is committed. */
function judgeRouteTree() {
  const isCurrent = readRouteTree() === routeTreeBefore;
  return {
    passed: 0,
    failed: 0,
    skipped: 0,
    ...(isCurrent ? {} : { complaint: 'src/routeTree.gen.ts was out of date: commit the new one' }),
  };
}

/**
 * @param {string} name
 * @param {() => void | Promise<void>} work
 */
async function timed(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  try {
    await work();
  } finally {
    timings.push(`${name.padEnd(8)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}

/** @param {(typeof steps)[number]} step */
async function perform({ name, command, env, counts }) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, 'exit');
  const { passed, failed, skipped, complaint } = counts?.() ?? { passed: 0, failed: 0, skipped: 0 };
  total.passed += passed;
  total.failed += failed;
  if (status !== 0 || failed > 0) throw new Error(`The step "${name}" failed.`);
  if (complaint) console.log(complaint);
  if (process.env.CI && (complaint || skipped > 0)) {
    throw new Error(complaint ?? `The step "${name}" skipped ${skipped} tests.`);
  }
}
