import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';

const file = join(import.meta.dirname, 'results.md');
interface Run {
  name: string;
  seed: number;
  seconds: number;
  passed: boolean;
  text: string;
}

/** Adds one run to the kept list. */
export function record({ name, seed, seconds, passed, text }: Run): void {
  const cells = [
    new Date().toISOString().slice(0, 16),
    commit(),
    `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
    name,
    seed,
    seconds,
    passed ? 'yes' : 'no',
    text.replaceAll('|', '\\|').slice(0, 300),
  ];
  appendFileSync(file, `| ${cells.join(' | ')} |\n`);
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const isClean = git('status', '--porcelain', '--', ':/bff', ':/src') === '';
  return git('rev-parse', '--short=8', 'HEAD') + (isClean ? '' : ' with changes');
}
