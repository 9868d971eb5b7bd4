import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
const copied = ['bff', 'src', 'scripts', 'index.html', 'vite.config.ts', 'tsconfig.json'];
const running: ChildProcessWithoutNullStreams[] = [];
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'qd-dev-'));
  for (const name of [...copied, 'package.json', 'package-lock.json']) {
    cpSync(join(repository, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  // Vite's own cache must not lie in the packages that others use.
  const config = readFileSync(join(root, 'vite.config.ts'), 'utf8');
  const web = config.replace('const web: UserConfig = {', "$&\n  cacheDir: '.vite',");
  writeFileSync(join(root, 'vite.config.ts'), web);
});

afterAll(async () => {
  for (const child of running.filter((one) => one.exitCode === null && !one.killed)) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(root, { recursive: true, force: true });
});

/** `npm run dev` in the copy, until it has said where it listens or has ended. */
async function npmRunDev(port: string) {
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, QD_PORT: port, QD_DATA_DIR: join(root, 'data') },
  });
  running.push(child);
  let output = '';
  const url = await new Promise<string | undefined>((resolve) => {
    const hear = (text: string) => {
      output += stripVTControlCharacters(text);
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('close', () => resolve(undefined));
  });
  return { url, child, output: () => output };
}

describe('npm run dev', () => {
  it('serves page and API in one process, and an edit of the server counts at once', async () => {
    const { url, output } = await npmRunDev('0');
    const page = await fetch(`${url}/`, { headers: { Accept: 'text/html' } });
    const html = await page.text();
    expect([page.status, output()]).toEqual([200, expect.stringContaining('Local')]);
    expect(html).toContain('/@vite/client');
    expect(html).toContain('/src/main.tsx');
    const missing = async () => (await fetch(`${url}/api/v4/no/such/route`)).text();
    expect(await missing()).toContain('404 Not Found');
    expect(output()).toContain('Sign in as root with the one-time password');

    const file = join(root, 'bff/http/errors.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('404 Not Found', '404 Lost At Sea'));
    await expect.poll(missing, { timeout: 60_000 }).toContain('404 Lost At Sea');

    const taken = await npmRunDev(new URL(url ?? '').port);
    expect(taken.url).toBeUndefined();
    expect([taken.child.exitCode, taken.output()]).toEqual([
      1,
      expect.stringMatching(/^Port \d+ is already in use\n$/),
    ]);
  }, 240_000);
});
