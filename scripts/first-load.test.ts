import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesBefore, judgeFirstLoad } from './first-load.mjs';

const manifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  '_form.js': { file: 'form.js', imports: ['_shared.js'] },
  'src/routes/sign-in.tsx?tsr-split=component': { file: 'sign-in.js', imports: ['_form.js'] },
  'src/routes/_auth.tsx?tsr-split=component': { file: 'frame.js' },
  'src/routes/_auth.index.tsx?tsr-split=component': { file: 'home.js' },
};

describe('the JavaScript before the first screen', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'qd-first-load-'));
    mkdirSync(join(root, 'dist/web/.vite'), { recursive: true });
    writeFileSync(join(root, 'dist/web/.vite/manifest.json'), JSON.stringify(manifest));
    for (const { file } of Object.values(manifest))
      writeFileSync(join(root, 'dist/web', file), '1');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is the entry, the screen and what both import at once, each once', () => {
    expect(filesBefore(manifest, ['sign-in.tsx'])).toEqual([
      'entry.js',
      'shared.js',
      'sign-in.js',
      'form.js',
    ]);
    expect(() => filesBefore(manifest, ['gone.tsx'])).toThrow('No chunk of gone.tsx');
  });

  it('fails the build above the limit', () => {
    expect(() => judgeFirstLoad(root)).not.toThrow();
    // What cannot be compressed.
    writeFileSync(join(root, 'dist/web/form.js'), randomBytes(170_000));
    expect(() => judgeFirstLoad(root)).toThrow('the limit is 170 kB');
  });
});
