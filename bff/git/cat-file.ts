import { Socket } from 'node:net';
import type { Repo } from './environment.ts';
import { InvalidGitName } from './names.ts';
import { GitError } from './process.ts';
import { start } from './run.ts';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

export interface ObjectInfo {
  readonly sha: string;
  readonly type: ObjectType;
  readonly size: number;
}

export interface GitObject extends ObjectInfo {
  /** Undefined when it was larger than the caller allows. */
  readonly content: Buffer | undefined;
}

/** A running `git cat-file --batch-command`; questions are answered in the order they are asked. */
export interface CatFile {
  info(name: string): Promise<ObjectInfo | undefined>;
  contents(name: string): Promise<GitObject | undefined>;
  idle(): boolean;
  ended(): boolean;
  close(): void;
}

interface Question {
  readonly wantsContent: boolean;
  /** What git answers in place of a header when it finds nothing. */
  readonly absent: readonly Buffer[];
  resolve(answer: GitObject | undefined): void;
  reject(error: Error): void;
}

const args = ['cat-file', '--batch-command', '-z'];

/** Starts a reader. It keeps the server alive only while a question is open. */
export function startCatFile(repo: Repo): CatFile {
  const running = start(repo, args, { stdin: '' });
  const questions: Question[] = [];
  let ended = false;
  let received: Buffer[] = [];

  const sockets = [running.stdin, running.stdout].filter((pipe) => pipe instanceof Socket);
  const hold = (held: boolean): void => {
    for (const handle of [running.child, ...sockets]) {
      if (held) handle.ref();
      else handle.unref();
    }
  };
  const end = (): void => {
    ended = true;
    const error = new GitError(args, running.child.exitCode ?? -1, running.stderr());
    for (const question of questions.splice(0)) question.reject(error);
  };
  running.stdout.on('data', (chunk: Buffer) => {
    received.push(chunk);
    if (!worthLooking(questions[0], received)) return;
    let bytes = Buffer.concat(received);
    for (let question = questions[0]; question; question = questions[0]) {
      const answer = parseAnswer(question, bytes);
      if (answer === 'garbled') running.kill();
      if (answer === 'incomplete' || answer === 'garbled') break;
      questions.shift();
      bytes = bytes.subarray(answer.length);
      question.resolve(answer.object);
    }
    received = [bytes];
    if (questions.length === 0) hold(false);
  });
  running.child.once('error', end);
  running.child.once('close', end);
  hold(false);

  const ask = (command: 'info' | 'contents', name: string): Promise<GitObject | undefined> => {
    if (name.includes('\0')) return Promise.reject(new InvalidGitName('object name'));
    if (ended) return Promise.reject(new GitError(args, -1, 'the reader has ended'));
    return new Promise((resolve, reject) => {
      const absent = ['missing', 'ambiguous'].map((why) => Buffer.from(`${name} ${why}\n`));
      questions.push({ wantsContent: command === 'contents', absent, resolve, reject });
      hold(true);
      running.stdin?.write(`${command} ${name}\0`);
    });
  };
  return {
    info: (name) => ask('info', name),
    contents: (name) => ask('contents', name),
    idle: () => questions.length === 0,
    ended: () => ended,
    close: () => {
      running.stdin?.end();
    },
  };
}

/** Spares joining the pieces of a large blob again and again while more of it is to come. */
function worthLooking(question: Question | undefined, received: readonly Buffer[]): boolean {
  const first = received[0];
  if (!question?.wantsContent || !first) return true;
  const header = parseHeader(first);
  if (!header) return true;
  const total = received.reduce((sum, piece) => sum + piece.length, 0);
  return total >= header.length + header.info.size + 1;
}

function parseHeader(bytes: Buffer): { info: ObjectInfo; length: number } | undefined {
  const end = bytes.indexOf(0x0a);
  if (end < 0 || end > 80) return undefined;
  const line = bytes.toString('latin1', 0, end);
  const [, id, type, size] = /^([0-9a-f]{40}) (blob|tree|commit|tag) (\d+)$/.exec(line) ?? [];
  if (!id || !type || !size) return undefined;
  // The expression above lets only these four types through.
  return { info: { sha: id, type: type as ObjectType, size: Number(size) }, length: end + 1 };
}

function parseAnswer(
  question: Question,
  bytes: Buffer,
): { object: GitObject | undefined; length: number } | 'incomplete' | 'garbled' {
  // A name never has the shape of a header, so the two cannot be mistaken for each other.
  const header = parseHeader(bytes);
  if (!header) {
    const found = question.absent.find((text) => bytes.subarray(0, text.length).equals(text));
    if (found) return { object: undefined, length: found.length };
    const longest = Math.max(80, ...question.absent.map((text) => text.length));
    return bytes.length <= longest ? 'incomplete' : 'garbled';
  }
  const { info, length } = header;
  if (!question.wantsContent) return { object: { ...info, content: undefined }, length };
  const end = length + info.size;
  if (bytes.length < end + 1) return 'incomplete';
  // A copy: the piece it lies in may hold much more.
  return {
    object: { ...info, content: Buffer.from(bytes.subarray(length, end)) },
    length: end + 1,
  };
}
