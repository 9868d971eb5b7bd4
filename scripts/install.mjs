import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Installs the packages when node_modules is not what package-lock.json says. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing packages, once; this takes about two minutes …');
  const strict = process.env.CI ? ['--engine-strict'] : [];
  run('npm', ['ci', '--no-audit', '--no-fund', ...strict]);
}

// Then stdout is for the answer alone.
const out = process.argv.includes('--json') ? 2 : 'inherit';

/**
 * Runs a program in the foreground and throws unless it succeeds.
 * @param {string} program
 * @param {string[]} args
 */
export function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['inherit', out, 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}

/**
 * Compares contents and not times: a checkout renews the times of unchanged files. npm writes
 * the inner lock file last, so an interrupted install is seen.
 */
function isInstalled() {
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'));
    const present = packagesOf(join(root, 'node_modules/.package-lock.json'));
    return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
      const found = present[path];
      if (path === '' || link) return true;
      if (!found) return optional === true;
      return found.version === version && found.integrity === integrity;
    });
  } catch {
    return false;
  }
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Package
 * @param {string} file
 */
function packagesOf(file) {
  /** @type {{ packages: Record<string, Package> }} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  return lock.packages;
}
