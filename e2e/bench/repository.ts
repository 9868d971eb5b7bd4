import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { git, remoteAt, workTree } from '../work-tree.ts';
import { ask, type BenchServer } from './server.ts';

const changedFiles = 678;
const commitCount = 248;
const threadCount = 165;

const linesBefore = 60;
const linesRemoved = 17;
const linesAdded = 35;

const fileName = (number: number) => `part-${number % 20}/file-${number}.ts`;
const lines = (from: number, count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `export const ${word}${from + at} = ${at};\n`).join('');
const before = (number: number) => lines(number, linesBefore, 'kept');
const after = (number: number) =>
  before(number)
    .split('\n')
    .slice(0, -1 - linesRemoved)
    .join('\n') + `\n${lines(number, linesAdded, 'added')}`;

/** One merge request of 248 commits over 678 files, with 165 threads: about +24,000 and −11,500. */
export async function largeMergeRequest(
  server: BenchServer,
  project: { id: number; path: string },
): Promise<number> {
  await push(server, project, { stream: stream(), branches: ['main', 'large'] });
  const below = `/projects/${project.id}/merge_requests`;
  const large = { title: 'Large', source_branch: 'large', target_branch: 'main' };
  const iid = await opened(server, project, large);
  for (let number = 0; number < threadCount; number++) {
    const body = `Thread ${number}: is **this** right?`;
    await ask(server, `POST ${below}/${iid}/discussions`, { body });
  }
  return iid;
}

/** Pushes what `git fast-import` makes of a stream. */
async function push(
  server: BenchServer,
  project: { path: string },
  given: { stream: Iterable<string>; branches: readonly string[] },
): Promise<void> {
  const tree = await workTree();
  try {
    const importer = spawn('git', ['fast-import', '--quiet'], {
      cwd: tree.dir,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const done = once(importer, 'exit');
    for (const part of given.stream) importer.stdin.write(part);
    importer.stdin.end();
    await done;
    const remote = remoteAt(server.url, project.path, `root:${server.token}`);
    await git(tree.dir, 'push', '--quiet', remote, ...given.branches);
  } finally {
    tree.remove();
  }
}

const linesOfFile = 500;

/** Lines that a merge request of so many adds, each another. */
export const textOfLines = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `export const sounding${at} = depthAt(${at}, 'fathoms');`,
  );

/** A merge request that adds so many lines, five hundred a file; gives its number. */
export async function lineMergeRequest(
  server: BenchServer,
  project: { id: number; path: string },
  count: number,
): Promise<number> {
  const branch = `lines-${count}`;
  const trunk = `before-${branch}`;
  await push(server, project, { stream: added(trunk, branch, count), branches: [trunk, branch] });
  return opened(server, project, { title: branch, source_branch: branch, target_branch: trunk });
}

function* added(trunk: string, branch: string, count: number): Generator<string> {
  yield `${commit(trunk, 0, 'Begin')}M 100644 inline README.md\n${data('# Lines\n')}`;
  yield `${commit(branch, 1, 'Add lines')}from refs/heads/${trunk}\n`;
  const all = textOfLines(count);
  for (let at = 0; at < count; at += linesOfFile) {
    const text = `${all.slice(at, at + linesOfFile).join('\n')}\n`;
    yield `M 100644 inline src/soundings-${at / linesOfFile}.ts\n${data(text)}`;
  }
}

/** Opens a merge request and waits until it has been looked at. */
async function opened(
  server: BenchServer,
  project: { id: number },
  attributes: Record<string, string>,
): Promise<number> {
  const below = `/projects/${project.id}/merge_requests`;
  const { iid } = await ask<{ iid: number }>(server, `POST ${below}`, attributes);
  for (;;) {
    const { merge_status } = await ask<{ merge_status: string }>(server, `GET ${below}/${iid}`);
    if (merge_status === 'can_be_merged') return iid;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
const commit = (branch: string, at: number, message: string) =>
  `commit refs/heads/${branch}\ncommitter Mara Topsail <mara@example.test> ${1_760_000_000 + at} +0000\n${data(message)}`;

/** What `git fast-import` reads: a commit on main, then the commits of the branch. */
function* stream(): Generator<string> {
  const file = (number: number, text: string) =>
    `M 100644 inline ${fileName(number)}\n${data(text)}`;
  yield commit('main', 0, 'Begin');
  for (let number = 0; number < changedFiles; number++) yield file(number, before(number));
  for (let at = 0; at < commitCount; at++) {
    yield commit('large', at + 1, `Change ${at}`) + (at === 0 ? 'from refs/heads/main\n' : '');
    for (let number = at; number < changedFiles; number += commitCount) {
      yield file(number, after(number));
    }
  }
}
