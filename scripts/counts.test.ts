import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './counts.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-counts-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('counts of the reports', () => {
  it('counts a file that does not load as a failure', () => {
    const file = report({
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ fullName: 'on postgres x', status: 'passed' }] },
      ],
    });
    expect(readVitest(file)).toEqual({ passed: 2, failed: 2, skipped: 0 });
  });

  it('complains when no test ran on PostgreSQL', () => {
    const file = report({
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 1,
      testResults: [
        {
          status: 'passed',
          assertionResults: [
            { fullName: 'on sqlite x', status: 'passed' },
            { fullName: 'on postgres x', status: 'skipped' },
          ],
        },
      ],
    });
    expect(readVitest(file).complaint).toBe('PostgreSQL leg not run');
  });

  it('counts a flaky end-to-end test as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 };
    expect(readPlaywright(report({ stats }))).toEqual({ passed: 3, failed: 2, skipped: 0 });
  });
});
