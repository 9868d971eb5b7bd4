import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { scratchEnv, scratchRepository } from '../testing/scratch-repository.ts';
import { emptyTree, isBranchName, isRefName, revision, treePath } from './names.ts';

const scratch = scratchRepository();
afterAll(scratch.remove);

const parts = ['a', 'B', '-', '.', '..', '/', '//', '@', '@{', '{', '~', '^', ':', '?', '*', '['];
parts.push('\\', ' ', '\t', '\n', '\x7f', '\x01', '.lock', 'lock', 'é', '🚀', 'HEAD', 'refs/heads');

function sampleNames(): string[] {
  // Git itself replaces `@` by HEAD before it checks, so it is no question to ask.
  const names = new Set([
    '',
    'feature/x',
    'a.lock/b',
    'a/.b',
    'a/b.lock',
    'a.lockb',
    'x'.repeat(300),
  ]);
  for (const one of parts) {
    names.add(one).add(`a${one}b`).add(`a/${one}b`).add(`a/b${one}`).add(`${one}/a`);
    for (const two of parts) {
      names.add(one + two);
    }
  }
  names.delete('@');
  return [...names];
}

// One shell asks for all: to start a process from here takes longer than the question.
const ask = `while IFS= read -r -d '' name; do
  git check-ref-format --branch "$name" >/dev/null 2>&1 && echo valid || echo refused
done`;

test('a branch name is valid exactly when git says so', () => {
  const names = sampleNames();
  const answers = execFileSync('bash', ['-c', ask], {
    cwd: scratch.path,
    env: scratchEnv,
    input: names.map((name) => `${name}\0`).join(''),
  });
  const said = answers.toString().trimEnd().split('\n');
  expect(said).toHaveLength(names.length);
  const differing = names.filter((name, at) => (said[at] === 'valid') !== isBranchName(name));
  expect(differing).toEqual([]);
});

test('a name with a lone surrogate is refused, since git would see another name', () => {
  expect(isBranchName('a\ud800b')).toBe(false);
});

// Quadratic work on this much text would outlast the test's patience many times over.
test('checking a name of 10 MB that fails at its end takes linear time', () => {
  expect(isBranchName(`${'a/'.repeat(5_000_000)}`)).toBe(false);
  expect(isBranchName(`${'@.'.repeat(5_000_000)}{`)).toBe(true);
});

test('a full ref name begins with refs/', () => {
  expect(['refs/heads/main', 'refs/keep-around/x', 'refs/heads/-x'].every(isRefName)).toBe(true);
  expect(['main', 'refs/', 'refs', 'refs/heads/a..b', '--all'].some(isRefName)).toBe(false);
});

test.each(['--output=/tmp/x', '-n', 'main', 'main..x', ':/x', 'a b', '', '@{1}', 'refs/heads/a:b'])(
  'revision refuses %j',
  (text) => {
    expect(() => revision(text)).toThrow('invalid revision');
  },
);

test('a tree path loses outer slashes and keeps no dots, NULs or empty parts', () => {
  expect(treePath('/a/b/')).toBe('a/b');
  expect(treePath('')).toBe('');
  expect(['a//b', '../a', 'a/./b', 'a\0b'].map(treePath)).toEqual(Array(4).fill(undefined));
});

test('the empty tree has the id that git gives it', () => {
  const id = execFileSync('git', ['hash-object', '-t', 'tree', '--stdin'], {
    input: '',
    env: scratchEnv,
  });
  expect(id.toString().trim()).toBe(emptyTree);
});
