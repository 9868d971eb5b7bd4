import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A green check may be one that checks nothing. Each rule gets a file that breaks it, and the
// files that keep the rules must pass.

interface Case {
  file: string;
  code: string;
  breaks: string[];
}

const arrows = 'quarterdeck(arrows)';

/** A file whose only content is an import of `source`. */
function importing(file: string, source: string, breaks: string[] = [arrows]): Case {
  return { file, code: `import '${source}';\n`, breaks };
}

const cases: Case[] = [
  importing('src/features/a/server.ts', '../../../bff/errors.ts'),
  importing('src/features/a/node.ts', 'node:fs'),
  importing('src/features/a/sql.ts', 'kysely'),
  importing('src/lib/subpath.ts', 'hono/cookie'),
  importing('src/features/a/other.ts', '../b/page.ts'),
  importing('src/features/a/routes.ts', '../../routes/a.tsx'),
  importing('src/form/up.ts', '../features/a/page.ts'),
  importing('src/api/up.ts', '../ui/box.tsx'),
  importing('src/ui/link.ts', '@tanstack/react-router'),
  importing('src/ui/icons.ts', '@tabler/icons-react'),
  importing('src/ui/testing.ts', '../testing/render.tsx'),
  importing('src/ui/icon.ts', '@tabler/icons-react/icons/IconList', []),
  importing('src/features/a/contract.ts', '#contract/users.ts', []),
  importing('src/routes/a.tsx', '../features/a/page.ts', []),
  importing('src/testing/server.ts', '../../bff/testing/app.ts', []),
  importing('bff/contract/up.ts', '../errors.ts'),
  importing('bff/contract/package.ts', 'hono'),
  importing('bff/contract/settings/rows.ts', '../field.ts', []),
  importing('bff/modules/a/routes.ts', './repository.ts'),
  importing('bff/modules/a/token-routes.ts', '../b/repository.ts'),
  importing('bff/modules/a/rules.ts', 'hono'),
  importing('bff/modules/a/present.ts', 'kysely/helpers/sqlite'),
  importing('bff/modules/a/http.ts', '../../http/mount.ts'),
  importing('bff/modules/a/foreign.ts', '../b/repository.ts'),
  importing('bff/modules/a/process.ts', 'node:child_process'),
  importing('bff/modules/a/call.ts', 'node:https'),
  importing('bff/modules/a/repository.ts', 'kysely', []),
  importing('bff/modules/a/neighbour.ts', '../b/rules.ts', []),
  importing('bff/modules/a/names.ts', '../b/names.ts', []),
  importing('bff/modules/a/other-routes.ts', '../b/routes.ts'),
  importing('bff/modules/a/list-repository.ts', '../../db/portable.ts', []),
  importing('bff/http/identify.ts', '../modules/a/repository.ts'),
  importing('bff/http/session.ts', '../modules/a/rules.ts', []),
  importing('bff/jobs/run.ts', '../modules/a/routes.ts'),
  importing('bff/git/up.ts', '../modules/a/rules.ts'),
  importing('bff/db/up.ts', '../app.ts'),
  importing('bff/deps.ts', 'better-sqlite3'),
  importing('bff/clock.ts', './testing/app.ts'),
  importing('e2e/a.e2e.ts', '../bff/errors.ts'),
  importing('bff/spelling.ts', './errors', ['quarterdeck(spelling)']),
  importing('bff/contract-path.ts', './contract/users.ts', ['quarterdeck(spelling)']),
  {
    file: 'bff/modules/a/type-only.ts',
    code: `import type { Row } from '../b/repository.ts';\nexport type Mine = Row;\n`,
    breaks: [arrows],
  },
  {
    file: 'bff/modules/a/lazy.ts',
    code: `export const load = () => import('../b/repository.ts');\n`,
    breaks: [arrows],
  },
  {
    file: 'bff/barrel.ts',
    code: `export { reason } from './errors.ts';\n`,
    breaks: ['quarterdeck(no-barrel)'],
  },
  {
    file: 'bff/all.ts',
    code: `export type * from './errors.ts';\n`,
    breaks: ['quarterdeck(no-barrel)'],
  },
  {
    file: 'bff/modules/b/rules.ts',
    code: `export type { Row } from './repository.ts';\n`,
    breaks: [],
  },
  { file: 'src/lib/index.ts', code: 'export const one = 1;\n', breaks: ['quarterdeck(no-barrel)'] },
  {
    file: 'bff/undocumented.ts',
    code: 'export function silent(): number {\n  return 1;\n}\n',
    breaks: ['quarterdeck(docstring)'],
  },
  {
    file: 'bff/cycle-a.ts',
    code: `import { b } from './cycle-b.ts';\nexport const a = (): number => b();\n`,
    breaks: ['import(no-cycle)'],
  },
  {
    file: 'bff/cycle-b.ts',
    code: `import { a } from './cycle-a.ts';\nexport const b = (): number => a();\n`,
    breaks: ['import(no-cycle)'],
  },
  {
    file: 'bff/floating.ts',
    code: 'const later = async (): Promise<void> => undefined;\nlater();\n',
    breaks: ['typescript(no-floating-promises)'],
  },
  {
    file: 'bff/misused.ts',
    code: 'const later = async (): Promise<void> => undefined;\n[1].forEach(later);\n',
    breaks: ['typescript(no-misused-promises)'],
  },
  {
    file: 'bff/thenable.ts',
    code: `const one = 1;\nawait one;\n`,
    breaks: ['typescript(await-thenable)'],
  },
  {
    file: 'bff/any.ts',
    code: 'export const box: any = 1;\n',
    breaks: ['typescript(no-explicit-any)'],
  },
  {
    file: 'bff/leak.ts',
    code: `export const box: { a: number } = JSON.parse('{}');\n`,
    breaks: ['typescript(no-unsafe-assignment)'],
  },
  {
    file: 'bff/bang.ts',
    code: 'export const first = (list: string[]): string => list[0]!;\n',
    breaks: ['typescript(no-non-null-assertion)'],
  },
  { file: 'bff/print.ts', code: `console.log('x');\n`, breaks: ['eslint(no-console)'] },
  { file: 'bff/main.ts', code: 'console.log(process.env.QD_PORT);\n', breaks: [] },
  {
    file: 'bff/env.ts',
    code: 'export const port = process.env.QD_PORT;\n',
    breaks: ['node(no-process-env)'],
  },
  {
    file: 'bff/equal.ts',
    code: 'export const same = (a: string, b: string): boolean => a == b;\n',
    breaks: ['eslint(eqeqeq)'],
  },
  {
    file: 'bff/params.ts',
    code: 'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;\n',
    breaks: ['eslint(max-params)'],
  },
  { file: 'bff/long.ts', code: 'export {};\n'.repeat(301), breaks: ['eslint(max-lines)'] },
  {
    file: 'bff/default.ts',
    code: 'export default 1;\n',
    breaks: ['import(no-default-export)'],
  },
  {
    file: 'bff/modules/a/clock.ts',
    code: 'export const now = (): number => Date.now();\n',
    breaks: ['eslint(no-restricted-properties)'],
  },
  {
    file: 'bff/ci/dated.ts',
    code: 'export const today = new Date();\n',
    breaks: ['quarterdeck(clock)'],
  },
  {
    file: 'bff/modules/a/due-repository.ts',
    code: 'export const due = (table: string) => `select * from ${table} where due_at < now()`;\n',
    breaks: ['quarterdeck(clock)'],
  },
  {
    file: 'bff/db/defaults.ts',
    code: `export const text = "insert into t values (datetime('now'))";\n`,
    breaks: ['quarterdeck(clock)'],
  },
  {
    file: 'bff/db/times.ts',
    code: 'export const text = `select * from now_or_never where at > ${new Date(0).toISOString()}`;\n',
    breaks: [],
  },
  {
    file: 'src/features/a/fetch.ts',
    code: `export const ask = (): Promise<Response> => fetch('/');\n`,
    breaks: ['eslint(no-restricted-globals)'],
  },
  {
    file: 'src/ui/text.tsx',
    code: 'export const Hello = () => <b>Hello</b>;\n',
    breaks: ['quarterdeck(words)'],
  },
  {
    file: 'src/ui/label.tsx',
    code: 'export const Save = () => <button type="button" aria-label="Save" />;\n',
    breaks: ['quarterdeck(words)'],
  },
  {
    file: 'src/ui/either.tsx',
    code: `export const Is = ({ on }: { on: boolean }) => <b>{on ? 'On' : \`Off\`}</b>;\n`,
    breaks: ['quarterdeck(words)'],
  },
  {
    file: 'src/ui/signs.tsx',
    code: `const words = { on: 'On' };\nexport const Is = () => (\n  <b className="on">\n    ! {words.on} · {'→'}\n  </b>\n);\n`,
    breaks: [],
  },
  {
    file: 'bff/focused.test.ts',
    code: `import { expect, it } from 'vitest';\nit.only('x', () => {\n  expect(1).toBe(1);\n});\n`,
    breaks: ['vitest(no-focused-tests)'],
  },
  {
    file: 'bff/skipped.test.ts',
    code: `import { expect, it } from 'vitest';\nit.skip('x', () => {\n  expect(1).toBe(1);\n});\n`,
    breaks: ['vitest(no-disabled-tests)'],
  },
];

const targets: Record<string, string> = {
  'bff/errors.ts': 'export const reason = 1;\n',
  'bff/contract/users.ts': 'export const users = 1;\n',
  'bff/contract/field.ts': 'export const field = 1;\n',
  'bff/modules/b/repository.ts': 'export interface Row {\n  id: number;\n}\n',
};

const found = new Map<string, Set<string>>();
const root = mkdtempSync(join(tmpdir(), 'qd-lint-'));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

beforeAll(() => {
  const project = join(import.meta.dirname, '..');
  for (const path of ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'scripts/lint']) {
    cpSync(join(project, path), join(root, path), { recursive: true });
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  for (const [file, text] of Object.entries(targets)) write(file, text);
  for (const { file, code } of cases) write(file, code);
  for (const diagnostic of lint()) {
    const codes = found.get(diagnostic.filename) ?? new Set();
    found.set(diagnostic.filename, codes.add(diagnostic.code));
  }
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function lint(): { filename: string; code: string }[] {
  const oxlint = 'node_modules/.bin/oxlint';
  try {
    execFileSync(oxlint, ['-f', 'json', 'bff', 'src', 'e2e'], { cwd: root, stdio: 'pipe' });
  } catch (error) {
    // execFileSync throws an Error with the child's output when it exits with 1.
    const { stdout } = error as { stdout: Buffer };
    return JSON.parse(stdout.toString()).diagnostics;
  }
  throw new Error('oxlint accepted files that break every rule');
}

describe('lint', () => {
  it.each(cases)('$file: $breaks', ({ file, breaks }) => {
    expect([...(found.get(file) ?? [])]).toEqual(breaks);
  });

  it('says nothing of files that keep the rules', () => {
    expect(Object.keys(targets).filter((file) => found.has(file))).toEqual([]);
  });
});
