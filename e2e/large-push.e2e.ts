import { execFileSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type BuiltServer, freePort, startBuiltServer } from './built-server.ts';
import { api } from './server.ts';
import { git, remoteAt, type WorkTree, workTree } from './work-tree.ts';

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

/** A work tree with one commit that weighs so much, the heavy file itself gone again. */
async function loaded(megabytes: number): Promise<WorkTree> {
  const tree = await workTree();
  const path = join(tree.dir, 'cargo.bin');
  const file = openSync(path, 'w');
  for (let part = 0; part < megabytes; part++) {
    writeSync(file, randomFillSync(Buffer.alloc(mebibyte)));
  }
  closeSync(file);
  await git(tree.dir, 'config', 'core.compression', '0');
  await tree.commit('Load', {});
  rmSync(path);
  return tree;
}

/** A key, and what makes git sign in with it. */
function sshKey({ dir }: WorkTree): { key: string; flags: string[] } {
  const file = join(dir, '.git', 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  const options = ['IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null']
    .concat('BatchMode=yes', 'LogLevel=ERROR')
    .map((option) => `-o ${option}`);
  const command = ['ssh', '-F', '/dev/null', '-i', file, ...options].join(' ');
  return { key: readFileSync(`${file}.pub`, 'utf8'), flags: ['-c', `core.sshCommand=${command}`] };
}

/** Pushes a tree to a remote, and clones it from there, in so many MB of resident memory. */
async function thereAndBack(
  { pid }: BuiltServer,
  { dir }: WorkTree,
  { remote, flags = [], most }: { remote: string; flags?: readonly string[]; most: number },
): Promise<void> {
  const copy = join(dir, 'copy.git');
  const push = () => git(dir, ...flags, 'push', '--quiet', remote, 'main');
  const clone = () => git(dir, ...flags, 'clone', '--quiet', '--bare', remote, copy);
  expect(await highestDuring(pid, push)).toBeLessThan(most);
  expect(await highestDuring(pid, clone)).toBeLessThan(most);
  const head = (of: string) => git(of, 'rev-parse', 'refs/heads/main');
  expect(await head(copy)).toBe(await head(dir));
}

const addProject = async (server: BuiltServer, path: string) => {
  const call = api(server.rootToken, server.url);
  expect((await call('POST', '/projects', { name: path, path })).status).toBe(201);
};

test('a push of 500 MB, and its clone, leave the memory of the server flat', async () => {
  // A server of its own: what other tests leave in the heap is not the push's.
  const server = await startBuiltServer();
  const tree = await loaded(500);
  try {
    await addProject(server, 'cargo');
    const remote = remoteAt(server.url, 'root/cargo', `oauth2:${server.rootToken}`);
    await thereAndBack(server, tree, { remote, most: 150 });
  } finally {
    tree.remove();
    await server.stop();
  }
});

test('a push of 200 MB over SSH, and its clone, leave the memory of the server flat', async () => {
  const port = String(await freePort());
  const server = await startBuiltServer({ QD_SSH_PORT: port });
  const tree = await loaded(200);
  try {
    await addProject(server, 'cargo');
    const { key, flags } = sshKey(tree);
    const call = api(server.rootToken, server.url);
    expect((await call('POST', '/user/keys', { title: 'Crane', key })).status).toBe(201);
    const remote = `ssh://git@127.0.0.1:${port}/root/cargo.git`;
    // Packets that are sealed leave more behind than bytes that pass; held whole it were 300.
    await thereAndBack(server, tree, { remote, flags, most: 200 });
  } finally {
    tree.remove();
    await server.stop();
  }
});

test('an upload of 90 MB leaves the memory of the server flat', async () => {
  const server = await startBuiltServer();
  const boundary = 'cargo';
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="cargo.bin"',
    'Content-Type: application/octet-stream',
    '\r\n',
  ];
  async function* body() {
    yield Buffer.from(head.join('\r\n'));
    for (let part = 0; part < 90; part++) yield Buffer.alloc(mebibyte, part);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const upload = async () => {
    const headers = {
      'private-token': server.rootToken,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    };
    // Node's own fetch sends what is made piece by piece; the typings of browsers do not know it.
    const init = {
      method: 'POST',
      headers,
      body: body(),
      duplex: 'half',
    } as unknown as RequestInit;
    const answer = await fetch(`${server.url}/api/v4/projects/root%2Fcargo/uploads`, init);
    expect(answer.status).toBe(201);
  };
  try {
    await addProject(server, 'cargo');
    // Held whole it were over 200.
    expect(await highestDuring(server.pid, upload)).toBeLessThan(180);
  } finally {
    await server.stop();
  }
});
