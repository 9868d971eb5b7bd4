import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
let root = '';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The real scripts around a bundler that only notes its calls and a server that only waits. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'qd-start-'));
  for (const name of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.mjs'))) {
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  }
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  write('package.json', JSON.stringify({ name: 'x', type: 'module', scripts }));
  write('package-lock.json', '{ "packages": {} }');
  write('node_modules/.package-lock.json', '{ "packages": {} }');
  write('bff/main.ts', '');
  write('dist/web/assets/a.js', '');
  write('node_modules/vite/package.json', '{ "type": "module" }');
  write(
    'node_modules/vite/bin/vite.js',
    `import { appendFileSync, cpSync } from 'node:fs';
     appendFileSync('builds.txt', process.argv.includes('--ssr') ? 'server ' : 'web ');
     cpSync('server.js', 'dist/bff/main.js');`,
  );
  write(
    'server.js',
    `const [command, ...rest] = process.argv.slice(2);
     if (command === 'fail') process.exitCode = 3;
     if (command === 'serve') {
       const running = setInterval(() => {}, 1000);
       process.once('SIGTERM', () => { console.log('drained'); clearInterval(running); });
     }
     console.log('command', command, ...rest);`,
  );
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function npmStart(args: string[], signal?: NodeJS.Signals) {
  const child = spawn('npm', ['start', '--silent', ...args], { cwd: root });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (signal && text.includes('command serve')) child.kill(signal);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('npm start', () => {
  it('builds what is missing, and again only after a source has changed', async () => {
    const builds = () => readFileSync(join(root, 'builds.txt'), 'utf8');
    expect((await npmStart(['--', '--help'])).output).toContain('command --help');
    await npmStart(['--', '--help']);
    expect(builds()).toBe('web server ');
    write('bff/added.ts', '');
    await npmStart(['--', '--help']);
    expect(builds()).toBe('web server web server ');
    rmSync(join(root, 'bff/added.ts'));
    await npmStart(['--', '--help']);
    expect(builds()).toBe('web server web server web server ');
  });

  it('passes arguments on and the exit code back', async () => {
    const { code, output } = await npmStart(['--', 'fail', 'a b', '--flag']);
    expect(output).toContain('command fail a b --flag');
    expect(code).toBe(3);
  });

  it('lets a signal reach the server, which ends in its own time', async () => {
    const { code, output } = await npmStart([], 'SIGTERM');
    expect(output).toContain('command serve');
    expect(output).toContain('drained');
    expect(code).toBe(0);
  });

  it('stops with the reason when a build fails', async () => {
    write('node_modules/vite/bin/vite.js', `throw new Error('no such module');`);
    const { code, output } = await npmStart([]);
    expect(output).toContain('no such module');
    expect(output).not.toContain('command');
    expect(code).toBe(1);
  });
});
