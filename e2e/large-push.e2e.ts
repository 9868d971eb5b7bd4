import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startBuiltServer } from './built-server.ts';
import { api } from './server.ts';
import { git, remoteAt, workTree } from './work-tree.ts';

const mebibyte = 1024 * 1024;

/** Resident memory of a process in MB, as the kernel counts it. */
function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** The highest resident memory of a process, in MB, while something goes on. */
async function highestDuring(pid: number, act: () => Promise<unknown>): Promise<number> {
  let highest = residentMegabytes(pid);
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid));
  }, 50);
  await act().finally(() => clearInterval(watch));
  return highest;
}

test('a push of 500 MB, and its clone, leave the memory of the server flat', async () => {
  // A server of its own: what other tests leave in the heap is not the push's.
  const server = await startBuiltServer();
  const tree = await workTree();
  try {
    const cargo = { name: 'cargo', path: 'cargo' };
    const made = await api(server.rootToken, server.url)('POST', '/projects', cargo);
    expect(made.status).toBe(201);
    const path = join(tree.dir, 'cargo.bin');
    const file = openSync(path, 'w');
    for (let part = 0; part < 500; part++) writeSync(file, randomFillSync(Buffer.alloc(mebibyte)));
    closeSync(file);
    await git(tree.dir, 'config', 'core.compression', '0');
    await tree.commit('Load', {});
    rmSync(path);

    const remote = remoteAt(server.url, 'root/cargo', `oauth2:${server.rootToken}`);
    const push = () => git(tree.dir, 'push', '--quiet', remote, 'main');
    const clone = () => git(tree.dir, 'clone', '--quiet', '--bare', remote, 'copy.git');
    expect(await highestDuring(server.pid, push)).toBeLessThan(150);
    expect(await highestDuring(server.pid, clone)).toBeLessThan(150);
    const head = (dir: string) => git(join(tree.dir, dir), 'rev-parse', 'refs/heads/main');
    expect(await head('copy.git')).toBe(await head('.'));
  } finally {
    tree.remove();
    await server.stop();
  }
});
