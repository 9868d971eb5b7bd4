import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '../testing/scratch-repository.ts';
import { hashedPath, initBare } from './repository.ts';
import { sweepRepositories, sweepTemporary } from './sweep.ts';

let folder: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => folder.remove());

/** Everything that exists is older than this, and than nothing else. */
const later = { before: Number.POSITIVE_INFINITY };

test('what a crash left of repositories goes, and repositories stay', async () => {
  const path = join(folder.path, hashedPath(1));
  await initBare(path, 'main');
  const left = [`${path}.0123456789ab.new`, `${path}.ba9876543210.gone`];
  for (const leaving of left) await initBare(leaving, 'main');
  mkdirSync(`${path}.kept.new`);
  expect(await sweepRepositories(folder.path, { before: statSync(path).ctimeMs - 1 })).toEqual([]);
  expect((await sweepRepositories(folder.path, later)).sort()).toEqual(left);
  expect(readdirSync(dirname(path)).sort()).toEqual(
    [path, `${path}.kept.new`].map((one) => one.slice(dirname(path).length + 1)),
  );
  expect(await sweepRepositories(join(folder.path, 'nowhere'), later)).toEqual([]);
});

test('sockets without a server go at once, other leftovers when they are old', async () => {
  const made = (prefix: string) => mkdtempSync(join(folder.path, prefix));
  const [dead, alive, early] = [made('qd-hooks-'), made('qd-hooks-'), made('qd-hooks-')];
  const [objects, foreign] = [made('qd-objects-'), made('other-')];
  writeFileSync(join(objects, 'object'), '');
  const listen = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  expect(() => execFileSync(process.execPath, ['-e', listen, join(dead, 'hook.sock')])).toThrow(
    'Command failed',
  );
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(alive, 'hook.sock'), resolve));
  expect(await sweepTemporary(folder.path, { before: 0 })).toEqual([dead]);
  expect((await sweepTemporary(folder.path, later)).sort()).toEqual([early, objects].sort());
  expect(readdirSync(folder.path).sort()).toEqual(
    [alive, foreign].map((path) => path.slice(folder.path.length + 1)).sort(),
  );
  server.close();
});
