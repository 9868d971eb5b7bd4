import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let root = '';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Notes that it was called, leaves the report that it is known for, and fails when told to. */
const stub = (name: string) => `#!/usr/bin/env node
import { appendFileSync, writeFileSync } from 'node:fs';
appendFileSync('calls.txt', '${name} ');
const reports = {
  vitest: ['unit', { numPassedTests: 5, numFailedTests: 0, numPendingTests: Number(process.env.SKIPPED ?? 0),
    testResults: [{ status: 'passed', assertionResults: [{ fullName: 'a (postgres)', status: 'passed' }] }] }],
  playwright: ['e2e', { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } }],
};
const report = reports['${name}'];
if (report) writeFileSync('test-results/' + report[0] + '.json', JSON.stringify(report[1]));
process.exitCode = process.env.FAILS === '${name}' ? 1 : 0;
`;

/** The real scripts around programs that only note their calls. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'qd-npm-test-'));
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.mjs'))) {
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  }
  write('package.json', '{ "name": "x", "type": "module" }');
  write('package-lock.json', '{ "packages": {} }');
  write('node_modules/.package-lock.json', '{ "packages": {} }');
  for (const name of ['check-docs', 'build']) write(`scripts/${name}.mjs`, stub(name));
  write('node_modules/.bin/package.json', '{ "type": "module" }');
  for (const name of ['biome', 'oxlint', 'tsc', 'knip', 'vitest', 'playwright']) {
    write(`node_modules/.bin/${name}`, stub(name));
    chmodSync(join(root, 'node_modules/.bin', name), 0o755);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function npmTest(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  rmSync(join(root, 'calls.txt'), { force: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/test.mjs'), ...words],
    { cwd: root, encoding: 'utf8', env: { ...process.env, CI: '', ...env } },
  );
  const calls = existsSync(join(root, 'calls.txt'))
    ? readFileSync(join(root, 'calls.txt'), 'utf8').trim().split(' ')
    : [];
  return { status, calls, last: stdout.trimEnd().split('\n').at(-1), said: stdout + stderr };
}

describe('npm test', () => {
  it('runs every part in order up to the first that fails, and counts in its last line', () => {
    const all = npmTest([]);
    const parts = ['biome', 'oxlint', 'check-docs', 'tsc', 'knip', 'vitest', 'build', 'playwright'];
    expect([all.status, all.last, all.calls]).toEqual([0, '8 passed, 0 failed', parts]);
    const cut = npmTest([], { FAILS: 'tsc' });
    expect([cut.status, cut.last, cut.calls]).toEqual([1, '0 passed, 1 failed', parts.slice(0, 4)]);
    const late = npmTest(['lint', 'unit'], { FAILS: 'vitest' });
    expect([late.status, late.last]).toEqual([1, '5 passed, 1 failed']);
    expect(late.calls).toEqual(['oxlint', 'vitest']);
    // Under CI nothing is left out, whatever the reason.
    const skipped = npmTest(['unit'], { CI: 'true', SKIPPED: '2' });
    expect([skipped.status, skipped.last]).toEqual([1, '5 passed, 1 failed']);
    const none = npmTest(['everything']);
    expect([none.status, none.calls, none.last]).toEqual([1, [], '0 passed, 1 failed']);
    expect(none.said).toContain('No such step: everything');
  });
});
