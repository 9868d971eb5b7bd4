import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
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

test('a large push leaves the memory of the server flat', async () => {
  // A server of its own: what other tests leave in the heap is not the push's.
  const server = await startBuiltServer();
  const tree = await workTree();
  try {
    const cargo = { name: 'cargo', path: 'cargo' };
    const made = await api(server.rootToken, server.url)('POST', '/projects', cargo);
    expect(made.status).toBe(201);
    const file = openSync(join(tree.dir, 'cargo.bin'), 'w');
    for (let part = 0; part < 200; part++) writeSync(file, randomFillSync(Buffer.alloc(mebibyte)));
    closeSync(file);
    await git(tree.dir, 'config', 'core.compression', '0');
    await tree.commit('Load', {});

    let highest = residentMegabytes(server.pid);
    const watch = setInterval(() => {
      highest = Math.max(highest, residentMegabytes(server.pid));
    }, 50);
    const remote = remoteAt(server.url, 'root/cargo', `oauth2:${server.rootToken}`);
    await git(tree.dir, 'push', '--quiet', remote, 'main');
    clearInterval(watch);
    expect(highest).toBeLessThan(150);
  } finally {
    tree.remove();
    await server.stop();
  }
});
