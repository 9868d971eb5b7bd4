import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type HookName = 'pre-receive' | 'post-receive';

const hookNames: readonly HookName[] = ['pre-receive', 'post-receive'];
const scriptName = 'hook.cjs';

/**
 * The environment that the hooks need to find node and themselves. It is not written into the files, because
 * servers of several machines may share the folder.
 */
export function hookEnvironment(folder: string): Readonly<Record<string, string>> {
  return { QD_HOOK_NODE: process.execPath, QD_HOOK_SCRIPT: join(folder, scriptName) };
}

/** Writes the hooks into a folder, each whole or not at all; older ones are replaced. */
export async function installHooks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The script first: a hook without it would refuse every push.
  await replace(join(folder, scriptName), script, 0o600);
  for (const name of hookNames) await replace(join(folder, name), launcher(name), 0o700);
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const next = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(next, text, { mode });
  // writeFile's mode is cut by the umask.
  await chmod(next, mode);
  await rename(next, path);
}

function launcher(name: HookName): string {
  return `#!/bin/sh\nexec "$QD_HOOK_NODE" "$QD_HOOK_SCRIPT" ${name}\n`;
}

/**
 * Sends what git says to the server and does as it answers. Whatever goes wrong refuses the push:
 * an exit before the answer leaves the exit code at 1.
 */
const script = `'use strict';
// Written at every start of the server; changes are lost.
const net = require('node:net');

const name = process.argv[2];
const env = process.env;
process.exitCode = 1;

let input = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => { input += text; });
process.stdin.on('end', () => {
  const updates = input.split('\\n').filter(Boolean).map((line) => {
    const [before, after, ...ref] = line.split(' ');
    return { old: before, new: after, ref: ref.join(' ') };
  });
  const count = Number(env.GIT_PUSH_OPTION_COUNT || 0);
  const push_options = Array.from({ length: count }, (_, at) => env['GIT_PUSH_OPTION_' + at] || '');
  const objects = {};
  for (const key of ['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES']) {
    if (env.GIT_QUARANTINE_PATH && env[key]) objects[key] = env[key];
  }
  const socket = net.connect(env.QD_HOOK_SOCKET || '/nonexistent');
  let answer = '';
  socket.setEncoding('utf8');
  socket.end(JSON.stringify({ name, secret: env.QD_PUSH_SECRET, updates, push_options, objects }));
  socket.on('data', (text) => { answer += text; });
  socket.on('error', () => {});
  socket.on('close', () => {
    let verdict = { accepted: false, message: 'The server could not check this push.' };
    try {
      verdict = JSON.parse(answer);
    } catch {
      // No answer, or half of one.
    }
    if (verdict.message) process.stderr.write(verdict.message + '\\n');
    if (verdict.accepted === true) process.exitCode = 0;
  });
});
`;
