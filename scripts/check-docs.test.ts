import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenReferences } from './check-docs.mjs';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'qd-docs-'));
  mkdirSync(join(root, 'bff/http'), { recursive: true });
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'package.json'), '{ "scripts": { "dev": "" } }');
  writeFileSync(join(root, 'bff/http/mount.ts'), '');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('check of the documents', () => {
  it('accepts what exists, patterns of it, and what is no path', () => {
    const text =
      '`bff/http/mount.ts`, `bff/http/<file>.ts`, `bff/*/x.ts`, `/api/v4`, `a/b`, `npm run dev`';
    writeFileSync(join(root, 'README.md'), `${text} [page](https://example.org/x)`);
    expect(brokenReferences(root)).toEqual([]);
  });

  it('names the page and the path, link or command that is gone', () => {
    writeFileSync(join(root, 'AGENTS.md'), 'Copy `bff/http/gone.ts`, see `gone.json`.');
    writeFileSync(join(root, 'README.md'), '`npm run gone` and [docs](docs/gone.md)');
    writeFileSync(join(root, 'docs/operate.md'), '`src/gone/<x>.ts`, [back](../README.md)');
    expect(brokenReferences(root)).toEqual([
      'README.md: docs/gone.md',
      'README.md: npm run gone',
      'AGENTS.md: bff/http/gone.ts',
      'AGENTS.md: gone.json',
      'docs/operate.md: src/gone/',
    ]);
  });
});
