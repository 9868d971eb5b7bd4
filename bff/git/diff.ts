import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createPatchParser, type FilePatch } from './diff-patch.ts';
import { type ChangedFile, createRawParser } from './diff-raw.ts';
import type { Repo } from './environment.ts';
import { emptyTree, InvalidGitName, revision, treePath } from './names.ts';
import { git, gitStream, start } from './run.ts';

/** What is compared: two commits or trees; without a base everything in `head` is new. */
export interface DiffEnds {
  readonly base: string | null;
  readonly head: string;
}

/** A changed file under the names of the v4 API, with the ids of its blobs. */
export interface FileChange {
  readonly old_path: string;
  readonly new_path: string;
  /** As git writes them, `0` on the side where the file is not. */
  readonly a_mode: string;
  readonly b_mode: string;
  readonly new_file: boolean;
  readonly renamed_file: boolean;
  readonly deleted_file: boolean;
  readonly old_sha: string;
  readonly new_sha: string;
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

export interface DiffFile extends FileChange {
  /** Hunks from the first `@@` on, or git's one line about binary files. */
  readonly diff: string;
  /** The hunks are above `collapseBytes` and left out; a reader may ask for them. */
  readonly collapsed: boolean;
  /** The hunks are above `maxBytesPerFile` and left out. */
  readonly too_large: boolean;
}

export interface DiffOptions {
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly ignoreWhitespace?: boolean | undefined;
  readonly context?: number | undefined;
  /** Only these files and folders. */
  readonly paths?: readonly string[] | undefined;
  readonly maxBytesPerFile?: number | undefined;
  readonly collapseBytes?: number | undefined;
}

/** A diff whose list of files is known and whose patches are read while they are asked for. */
export interface Diff {
  /** How many files differ, whatever is skipped. */
  readonly count: number;
  readonly files: AsyncGenerator<DiffFile, void, undefined>;
  /** Ends git; needed only when `files` was not read. */
  close(): void;
}

/** Compares two ends in one process. Memory holds the list of files and one patch. */
export async function openDiff(
  repo: Repo,
  ends: DiffEnds,
  options: DiffOptions = {},
): Promise<Diff> {
  const output = gitStream(repo, [
    'diff',
    '--raw',
    '-z',
    '-p',
    '--full-index',
    '--no-abbrev',
    ...comparison(ends, options),
  ]);
  const pieces: AsyncIterator<Buffer> = output.iterator();
  const raw = createRawParser();
  let patch: Buffer | undefined;
  for (;;) {
    const piece = await pieces.next();
    if (piece.done) break;
    patch = raw.feed(piece.value);
    if (patch) break;
  }
  return {
    count: raw.files.length,
    files: readFiles({ output, pieces, first: patch, files: raw.files }, options),
    close: () => {
      output.destroy();
    },
  };
}

/** The files of a diff, one by one; leaving the loop early ends git. */
export async function* diffFiles(
  repo: Repo,
  ends: DiffEnds,
  options: DiffOptions = {},
): AsyncGenerator<DiffFile, void, undefined> {
  const diff = await openDiff(repo, ends, options);
  yield* diff.files;
}

/** What changed with the numbers of lines, without the text. */
export async function diffStat(
  repo: Repo,
  ends: DiffEnds,
  options: Pick<DiffOptions, 'ignoreWhitespace' | 'paths'> = {},
): Promise<FileChange[]> {
  const { stdout } = await git(repo, [
    'diff',
    '--raw',
    '-z',
    '--numstat',
    '--no-abbrev',
    ...comparison(ends, options),
  ]);
  const raw = createRawParser();
  const lines = linesByPath(raw.feed(stdout));
  return raw.files.map((file, index) => {
    // Git leaves out files that differ in ignored white space only.
    const [added = '0', removed = '0'] = lines.get(file.newPath.toString('latin1')) ?? [];
    const binary = added === '-';
    // Both halves of a change of type share one line of numbers.
    const isFirstHalf = isTypeChange(file, raw.files[index + 1]);
    const isSecondHalf = isTypeChange(raw.files[index - 1], file);
    return {
      ...changeOf(file),
      added: binary || isFirstHalf ? 0 : Number(added),
      removed: binary || isSecondHalf ? 0 : Number(removed),
      binary,
    };
  });
}

/** Reads `--numstat -z`: numbers and a path; for a rename nothing, then the two paths. */
function linesByPath(bytes: Buffer | undefined): Map<string, [string, string]> {
  const parts = bytes?.toString('latin1').split('\0') ?? [];
  const found = new Map<string, [string, string]>();
  for (let at = 0; at < parts.length; at += 1) {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(parts[at] ?? '') ?? [];
    if (added === undefined || removed === undefined) continue;
    if (!path) at += 2;
    found.set(path || (parts[at] ?? ''), [added, removed]);
  }
  return found;
}

/** The whole diff as git writes it, fit for `git apply`. */
export function rawPatch(
  repo: Repo,
  ends: DiffEnds,
  options: Pick<DiffOptions, 'paths'> = {},
): Readable {
  return gitStream(repo, ['diff', '--binary', '--full-index', ...comparison(ends, options)]);
}

/** What a change amounts to. */
export interface ChangeSummary {
  /** How many files differ. */
  readonly count: number;
  /** Stays the same when the change is rebased; undefined for no change. */
  readonly patchId: string | undefined;
}

/** Counts the changed files and makes out the id of their patch, in two processes. */
export async function summarize(repo: Repo, ends: DiffEnds): Promise<ChangeSummary> {
  const reader = start(repo, ['patch-id', '--stable'], { stdin: '' });
  if (reader.stdin === null) throw new Error('git was started without pipes');
  let text = '';
  reader.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  const ended = new Promise<void>((resolve, reject) => {
    reader.child.once('error', reject);
    reader.child.once('close', () => resolve());
  });
  const formats = ['--raw', '-z', '-p', '--binary', '--full-index', '--no-abbrev'];
  const output = gitStream(repo, ['diff', ...formats, ...comparison(ends, {})]);
  const raw = createRawParser();
  try {
    await pipeline(output, (pieces) => patchOf(pieces, raw), reader.stdin);
  } catch (error) {
    reader.kill();
    throw error;
  } finally {
    await ended;
  }
  return { count: raw.files.length, patchId: /^[0-9a-f]{40}/.exec(text)?.[0] };
}

async function* patchOf(
  pieces: AsyncIterable<Buffer>,
  raw: ReturnType<typeof createRawParser>,
): AsyncGenerator<Buffer> {
  let isPatch = false;
  for await (const piece of pieces) {
    const rest: Buffer | undefined = isPatch ? piece : raw.feed(piece);
    isPatch = rest !== undefined;
    if (rest !== undefined && rest.length > 0) yield rest;
  }
}

function comparison(ends: DiffEnds, options: DiffOptions): string[] {
  const context = options.context;
  if (context !== undefined && !Number.isInteger(context)) throw new InvalidGitName('context');
  const paths = (options.paths ?? []).map((text) => {
    const path = treePath(text);
    if (!path) throw new InvalidGitName('path');
    return path;
  });
  return [
    '--find-renames',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--submodule=short',
    ...(options.ignoreWhitespace ? ['--ignore-all-space'] : []),
    ...(context === undefined ? [] : [`--unified=${context}`]),
    '--end-of-options',
    ends.base === null ? emptyTree : revision(ends.base),
    revision(ends.head),
    '--',
    ...paths,
  ];
}

interface OpenDiff {
  readonly output: Readable;
  readonly pieces: AsyncIterator<Buffer>;
  readonly first: Buffer | undefined;
  readonly files: readonly ChangedFile[];
}

async function* readFiles(
  open: OpenDiff,
  options: DiffOptions,
): AsyncGenerator<DiffFile, void, undefined> {
  const skip = options.skip ?? 0;
  const end = skip + (options.limit ?? Number.POSITIVE_INFINITY);
  const maxBytes = Math.min(
    options.maxBytesPerFile ?? Number.POSITIVE_INFINITY,
    options.collapseBytes ?? Number.POSITIVE_INFINITY,
  );
  const parser = createPatchParser(open.files, { skip, maxBytes });
  let index = 0;
  try {
    let piece: Buffer | undefined = open.first;
    while (index < end) {
      const patches = piece ? parser.feed(piece) : parser.end();
      for (const patch of patches) {
        if (index >= skip && index < end) yield diffFileOf(patch, options);
        index += 1;
      }
      if (!piece) return;
      const read = await open.pieces.next();
      piece = read.done ? undefined : read.value;
    }
  } finally {
    open.output.destroy();
  }
}

function diffFileOf(patch: FilePatch, options: DiffOptions): DiffFile {
  const tooLarge = patch.bytes > (options.maxBytesPerFile ?? Number.POSITIVE_INFINITY);
  return {
    ...changeOf(patch.file),
    added: patch.added,
    removed: patch.removed,
    binary: patch.binary,
    diff: patch.text?.toString('utf8') ?? '',
    collapsed: !tooLarge && patch.text === undefined,
    too_large: tooLarge,
  };
}

function changeOf(file: ChangedFile): Omit<FileChange, 'added' | 'removed' | 'binary'> {
  const mode = (text: string): string => (text === '000000' ? '0' : text);
  return {
    old_path: file.oldPath.toString('utf8'),
    new_path: file.newPath.toString('utf8'),
    a_mode: mode(file.oldMode),
    b_mode: mode(file.newMode),
    new_file: file.status === 'added',
    renamed_file: file.status === 'renamed',
    deleted_file: file.status === 'deleted',
    old_sha: file.oldSha,
    new_sha: file.newSha,
  };
}

function isTypeChange(first: ChangedFile | undefined, second: ChangedFile | undefined): boolean {
  return (
    first?.status === 'deleted' &&
    second?.status === 'added' &&
    first.oldPath.equals(second.newPath)
  );
}
