import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { giveRole, person, project } from './people.ts';
import { server } from './server.ts';
import { git, remoteOf, workTree } from './work-tree.ts';

const mebibyte = 1024 * 1024;

/** Resident memory of the server in MB, as the kernel counts it. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

test('a large push leaves the memory of the server flat', async () => {
  test.setTimeout(240_000);
  const path = await project('freight', 'cargo');
  const kit = await person('kit', 'Kit Windlass');
  await giveRole(path, kit, 40);
  const tree = await workTree();
  const file = openSync(join(tree.dir, 'cargo.bin'), 'w');
  for (let part = 0; part < 200; part++) writeSync(file, randomFillSync(Buffer.alloc(mebibyte)));
  closeSync(file);
  await git(tree.dir, 'config', 'core.compression', '0');
  await tree.commit('Load', {});

  let highest = residentMegabytes();
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMegabytes());
  }, 50);
  await git(tree.dir, 'push', '--quiet', remoteOf(path, kit.username, kit.password), 'main');
  clearInterval(watch);
  tree.remove();
  expect(highest).toBeLessThan(150);
});
