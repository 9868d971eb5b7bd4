import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { GitConfig } from './environment.ts';
import type { PushHooks } from './http-backend.ts';
import { spawnGit } from './process.ts';

/** What git asks of the other end of a connection. */
export const sshServices = ['git-upload-pack', 'git-receive-pack', 'git-upload-archive'] as const;
export type SshService = (typeof sshServices)[number];

/** The service and the path of a command line; undefined for anything else. */
export function sshCommand(line: string): { service: SshService; path: string } | undefined {
  const [, verb = '', named = ''] = /^git[ -]([a-z-]+) '?([^']*)'?$/.exec(line) ?? [];
  // Not by one pattern: slashes that several parts of it could take would be tried in every way.
  const parts = named.split('/').filter((part) => part !== '');
  const path = parts.join('/').replace(/\.git$/, '');
  const service = sshServices.find((one) => one === `git-${verb}`);
  return service === undefined || path === '' ? undefined : { service, path };
}

export interface SshRequest {
  readonly repo: string;
  readonly service: SshService;
  /** Needed for a push: without its hooks git would let everything pass. */
  readonly hooks?: PushHooks | undefined;
  readonly config?: GitConfig | undefined;
  /** Who pushes, for the reflog. */
  readonly remoteUser: string;
  readonly channel: Readable & Writable;
  /** Ends an exchange in which no byte moves for so long; 15 minutes. */
  readonly idleMs?: number | undefined;
}

const defaultIdleMs = 15 * 60 * 1000;

/**
 * Runs one service of git over a channel, streaming both ways; the caller has authorised it.
 * Resolves with how git ended; never rejects once git runs.
 */
export async function serveOverSsh(
  request: SshRequest,
): Promise<{ exitCode: number; stderr: string }> {
  const { repo, service, hooks, channel, remoteUser } = request;
  const pushes = service === 'git-receive-pack';
  if (pushes) {
    // Fails closed: git runs no hook at all when the file is missing.
    if (hooks === undefined) throw new Error('a push needs hooks');
    await access(join(hooks.path, 'pre-receive'), constants.X_OK);
  }
  const strict = service === 'git-upload-pack' ? ['--strict'] : [];
  const running = spawnGit([service.slice('git-'.length), ...strict, repo], {
    env: { GIT_COMMITTER_NAME: remoteUser, ...(pushes ? hooks?.env : {}) },
    config: [
      ...(request.config ?? []),
      ...(pushes && hooks ? ([['core.hooksPath', hooks.path]] as const) : []),
    ],
    stdin: true,
  });
  const idle = setTimeout(() => {
    running.kill();
    // What nobody takes would keep the process from ever being over.
    running.stdout.destroy();
  }, request.idleMs ?? defaultIdleMs);
  const touch = () => void idle.refresh();
  const { stdin } = running;
  if (stdin === null) throw new Error('git was started without an input');
  stdin.on('error', () => {});
  channel.on('data', touch);
  running.stdout.on('data', touch);
  channel.pipe(stdin);
  // The channel stays open after the last byte: how git ended is told on it.
  running.stdout.pipe(channel, { end: false });
  channel.once('close', () => running.kill());
  const exitCode = await new Promise<number>((resolve) => {
    running.child.once('close', (code: number | null) => resolve(code ?? 1));
    running.child.once('error', () => resolve(1));
  });
  clearTimeout(idle);
  channel.unpipe(stdin);
  return { exitCode, stderr: running.stderr() };
}
