import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number, complaint?: string }} Counts */

/** @type {Counts} */
const nothing = { passed: 0, failed: 0, skipped: 0 };

/**
 * Counts of Vitest's JSON report. A file that does not load has no tests and counts as one
 * failure; a run without a test on PostgreSQL is worth a complaint.
 * @param {string} file
 * @returns {Counts}
 */
export function readVitest(file) {
  if (!existsSync(file)) return nothing;
  /**
   * @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
   *   testResults: { status: string,
   *     assertionResults: { fullName: string, status: string }[] }[] }}
   */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const onPostgres = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => status === 'passed' && /\bpostgres/i.test(fullName));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests,
    ...(onPostgres.length === 0 ? { complaint: 'PostgreSQL leg not run' } : {}),
  };
}

/**
 * Counts of Playwright's JSON report.
 * @param {string} file
 * @returns {Counts}
 */
export function readPlaywright(file) {
  if (!existsSync(file)) return nothing;
  /** @type {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }} */
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}
