import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SshClient {
  dir: string;
  /** The public half. */
  key: string;
  /** Runs `ssh` with a command for the server, or none. */
  ssh(...args: string[]): Promise<Told>;
  git(...args: string[]): Promise<Told>;
  remove(): void;
}

export interface Told {
  code: number;
  out: string;
  err: string;
}

const isCommand = (arg: string, before: string | undefined) =>
  !arg.startsWith('-') && !['-i', '-o', '-R'].includes(before ?? '');

/** A key that an agent holds: the file has its public half alone. */
export interface HeldKey {
  key: string;
  socket: string;
}

function makeKey(file: string, type: string): void {
  const size = type === 'rsa' ? ['-b', '2048'] : [];
  execFileSync('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', 'test', '-f', file]);
}

/** A key of its own and the real clients that use it, with no configuration of the machine. */
export function sshClient(port: number, type: string | HeldKey = 'ed25519'): SshClient {
  const dir = mkdtempSync(join(tmpdir(), 'qd-ssh-'));
  const file = join(dir, 'id');
  const held = typeof type === 'string' ? undefined : type;
  if (typeof type === 'string') makeKey(file, type);
  else writeFileSync(`${file}.pub`, type.key);
  // Without the private half the client takes the file of the public one alone.
  const identity = held === undefined ? file : `${file}.pub`;
  const options = ['-F', '/dev/null', '-i', identity, '-p', String(port)].concat(
    ['IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null'].flatMap(
      (option) => ['-o', option],
    ),
    ['-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'],
  );
  const run = (program: string, args: readonly string[]) =>
    new Promise<Told>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        HOME: dir,
        ...(held && { SSH_AUTH_SOCK: held.socket }),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_SSH_COMMAND: ['ssh', ...options].join(' '),
        GIT_AUTHOR_NAME: 'Tess Tide',
        GIT_AUTHOR_EMAIL: 'tess@example.test',
        GIT_COMMITTER_NAME: 'Tess Tide',
        GIT_COMMITTER_EMAIL: 'tess@example.test',
      };
      execFile(program, args, { cwd: dir, env }, (error, out, err) => {
        const code = error === null ? 0 : Number(error.code ?? 1);
        resolve({ code, out, err });
      });
    });
  return {
    dir,
    key: readFileSync(`${file}.pub`, 'utf8'),
    ssh: (...args) => {
      // Options come before the server, the command behind it.
      const at = args.findIndex((arg, index) => isCommand(arg, args[index - 1]));
      const [more, command] = at === -1 ? [args, []] : [args.slice(0, at), args.slice(at)];
      return run('ssh', [...options, ...more, 'git@127.0.0.1', ...command]);
    },
    git: (...args) => run('git', args),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
