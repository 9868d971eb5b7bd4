import { randomBytes } from 'node:crypto';
import { identityLine } from './commit-object.ts';
import { log, type Person } from './commits.ts';
import type { Repo } from './environment.ts';
import { isFilePath } from './file-path.ts';
import { InvalidGitName, nullSha, sha } from './names.ts';
import { gitText } from './run.ts';
import { openStaging, type StagedFile, type Staging } from './staging.ts';

interface OnFile {
  readonly file_path: string;
  /** The commit that changed the file last as the caller saw it; a newer one refuses the action. */
  readonly last_commit_id?: string | undefined;
}

interface WithContent {
  readonly content: Buffer;
  readonly execute_filemode?: boolean | undefined;
}

export type CommitAction =
  | ({ readonly action: 'create' } & OnFile & WithContent)
  | ({ readonly action: 'update' } & OnFile & WithContent)
  | ({ readonly action: 'delete' } & OnFile)
  | ({ readonly action: 'move'; readonly previous_path: string } & OnFile & Partial<WithContent>)
  | ({ readonly action: 'chmod'; readonly execute_filemode: boolean } & OnFile);

export type CommitActionProblem =
  | 'bad_path'
  | 'file_exists'
  | 'folder_exists'
  | 'folder_is_file'
  | 'file_missing'
  | 'file_changed';

/** An action that cannot be done; nothing was written. */
export class CommitActionError extends Error {
  readonly problem: CommitActionProblem;
  readonly path: string;
  /** Which of the actions. */
  readonly index: number;

  constructor(problem: CommitActionProblem, path: string, index: number) {
    super(`action ${index}: ${problem.replaceAll('_', ' ')}`);
    this.name = 'CommitActionError';
    this.problem = problem;
    this.path = path;
    this.index = index;
  }
}

export interface CommitActions {
  /** The commit to build on; null for the first of a history. */
  readonly parent: string | null;
  readonly actions: readonly CommitAction[];
  readonly message: string;
  readonly author: Person;
  readonly committer: Person;
}

/**
 * Writes one commit with all actions, in their order, or throws `CommitActionError` and writes
 * nothing. Needs no work tree and no index, moves no ref, and takes two processes however many
 * files there are.
 */
export async function commitActions(repo: Repo, details: CommitActions): Promise<string> {
  if (details.message.includes('\0')) throw new InvalidGitName('commit message');
  for (const [index, action] of details.actions.entries()) {
    const bad = pathsOf(action).find((path) => !isFilePath(path));
    if (bad !== undefined) throw new CommitActionError('bad_path', bad, index);
  }
  const paths = details.actions.flatMap(pathsOf);
  const staging = await openStaging(repo, details.parent, paths);
  for (const [index, action] of details.actions.entries()) {
    const problem =
      (await whetherChanged(repo, details.parent, action)) ?? (await apply(staging, action));
    if (problem) throw new CommitActionError(problem, action.file_path, index);
  }
  return write(repo, details, staging);
}

function pathsOf(action: CommitAction): string[] {
  return action.action === 'move' ? [action.previous_path, action.file_path] : [action.file_path];
}

async function whetherChanged(
  repo: Repo,
  parent: string | null,
  action: CommitAction,
): Promise<CommitActionProblem | undefined> {
  if (parent === null || action.action === 'create' || !action.last_commit_id) return undefined;
  const path = action.action === 'move' ? action.previous_path : action.file_path;
  const [last] = await log(repo, { include: sha(parent) }, { path, limit: 1 });
  return last && last.sha !== action.last_commit_id ? 'file_changed' : undefined;
}

/** One action on the staged files; gives what is in its way. */
async function apply(
  staging: Staging,
  action: CommitAction,
): Promise<CommitActionProblem | undefined> {
  const path = action.file_path;
  switch (action.action) {
    case 'create': {
      const problem = await obstacle(staging, path);
      if (problem) return problem;
      staging.set(path, { mode: mode(action, '100644'), content: action.content });
      return undefined;
    }
    case 'update': {
      const old = editable(staging, path);
      if (!old) return 'file_missing';
      staging.set(path, { mode: mode(action, old.mode), content: action.content });
      return undefined;
    }
    case 'delete':
      if (!staging.file(path)) return 'file_missing';
      staging.remove(path);
      return undefined;
    case 'move': {
      const old = staging.file(action.previous_path);
      if (!old) return 'file_missing';
      staging.remove(action.previous_path);
      const problem = await obstacle(staging, path);
      if (problem) return problem;
      const content = action.content ?? old.content;
      staging.set(path, { mode: mode(action, old.mode), content });
      return undefined;
    }
    case 'chmod': {
      const old = editable(staging, path);
      if (!old) return 'file_missing';
      staging.set(path, { mode: mode(action, old.mode), content: old.content });
      return undefined;
    }
  }
}

async function obstacle(staging: Staging, path: string): Promise<CommitActionProblem | undefined> {
  if (staging.file(path)) return 'file_exists';
  if (staging.fileAbove(path) !== undefined) return 'folder_is_file';
  return (await staging.isFolder(path)) ? 'folder_exists' : undefined;
}

/** A submodule has no content here. */
function editable(staging: Staging, path: string): StagedFile | undefined {
  const file = staging.file(path);
  return file?.mode === '160000' ? undefined : file;
}

function mode(action: { readonly execute_filemode?: boolean | undefined }, old: string): string {
  const isPlain = old === '100644' || old === '100755';
  if (action.execute_filemode === undefined || !isPlain) return old;
  return action.execute_filemode ? '100755' : '100644';
}

/**
 * `fast-import` writes all objects in one process. It insists on a ref, so the commit gets one
 * that the same input takes away again; refs are only written at the end, so it never exists.
 */
async function write(repo: Repo, details: CommitActions, staging: Staging): Promise<string> {
  const ref = `refs/quarterdeck/${randomBytes(12).toString('hex')}`;
  const parts: (string | Buffer)[] = [
    `commit ${ref}\nmark :1\n`,
    `author ${identityLine(details.author)}\n`,
    `committer ${identityLine(details.committer)}\n`,
    ...data(Buffer.from(details.message)),
  ];
  if (details.parent !== null) parts.push(`from ${sha(details.parent)}\n`);
  const { removed, written } = staging.changes();
  for (const path of removed) parts.push(`D ${quoted(path)}\n`);
  for (const [path, file] of written) {
    if (Buffer.isBuffer(file.content)) {
      parts.push(`M ${file.mode} inline ${quoted(path)}\n`, ...data(file.content));
    } else {
      parts.push(`M ${file.mode} ${sha(file.content.sha)} ${quoted(path)}\n`);
    }
  }
  parts.push(`\nget-mark :1\nreset ${ref}\nfrom ${nullSha}\n\ndone\n`);
  const stdin = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return gitText(repo, ['fast-import', '--quiet', '--done'], { stdin });
}

function data(content: Buffer): (string | Buffer)[] {
  return [`data ${content.length}\n`, content, '\n'];
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
