import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScratchRepository, scratchRepository } from '../testing/scratch-repository.ts';
import { fetchRefs } from './fetch.ts';
import { git } from './run.ts';

let upstream: ScratchRepository;
let fork: ScratchRepository;
beforeEach(() => {
  upstream = scratchRepository();
  fork = scratchRepository();
});
afterEach(() => {
  upstream.remove();
  fork.remove();
});

const refs = (scratch: ScratchRepository): string[] =>
  scratch.git('for-each-ref', '--format=%(refname)').split('\n');

test('a fork gets all branches and tags, and can do without its source', async () => {
  const head = upstream.commit('main', { files: { a: 'a' } });
  upstream.commit('dir/x', { files: { b: 'b' } });
  upstream.git('tag', 'v1', head);
  upstream.git('update-ref', 'refs/merge-requests/1/head', head);
  await fetchRefs(fork.path, upstream.path, [
    { from: 'refs/heads/*', to: 'refs/heads/*' },
    { from: 'refs/tags/*', to: 'refs/tags/*' },
  ]);
  expect(refs(fork)).toEqual(['refs/heads/dir/x', 'refs/heads/main', 'refs/tags/v1']);
  upstream.remove();
  fork.git('fsck', '--strict');
});

test('one commit of a fork is fetched by its id under another name', async () => {
  upstream.commit('main', { files: { a: 'a' } });
  const [from] = [fork.commit('feature', { files: { b: 'b' } })];
  const newer = fork.commit('feature', { files: { b: 'c' } });
  const to = 'refs/merge-requests/7/head';
  await fetchRefs(upstream.path, fork.path, [{ from, to }]);
  expect(upstream.git('rev-parse', to)).toBe(from);
  await fetchRefs(upstream.path, fork.path, [{ from: 'refs/heads/feature', to }]);
  expect(upstream.git('rev-parse', to)).toBe(newer);
  await expect(fetchRefs(upstream.path, fork.path, [{ from, to }])).rejects.toThrow('git fetch');
  await fetchRefs(upstream.path, fork.path, [{ from, to, force: true }]);
  expect(upstream.git('rev-parse', to)).toBe(from);
  expect(refs(upstream)).toEqual(['refs/heads/main', to]);
});

test('a missing source or ref moves nothing', async () => {
  const head = fork.commit('feature', { files: { b: 'b' } });
  const good = { from: head, to: 'refs/merge-requests/1/head' };
  const bad = { from: 'refs/heads/none', to: 'refs/merge-requests/2/head' };
  await expect(fetchRefs(upstream.path, fork.path, [good, bad])).rejects.toThrow('git fetch');
  await expect(fetchRefs(upstream.path, '/nowhere', [good])).rejects.toThrow('git fetch');
  expect(upstream.git('for-each-ref')).toBe('');
});

test('of several refs none moves when one of them may not', async () => {
  const older = fork.commit('feature', { files: { b: 'b' } });
  const newer = fork.commit('feature', { files: { b: 'c' } });
  await fetchRefs(upstream.path, fork.path, [{ from: newer, to: 'refs/heads/x' }]);
  await expect(
    fetchRefs(upstream.path, fork.path, [
      { from: newer, to: 'refs/heads/a' },
      { from: older, to: 'refs/heads/x' },
    ]),
  ).rejects.toThrow('git fetch');
  expect(refs(upstream)).toEqual(['refs/heads/x']);
});

test('no other transport, option or name gets through', async () => {
  const good = { from: 'refs/heads/a', to: 'refs/heads/a' };
  for (const source of [
    'https://example.test/x.git',
    'ext::sh -c x',
    '--upload-pack=x',
    'host:x',
  ]) {
    await expect(fetchRefs(upstream.path, source, [good])).rejects.toThrow('invalid source');
  }
  const names = ['--all', 'main', 'refs/heads/a b', 'refs/heads/*/x', 'refs/heads/*:refs/heads/*'];
  for (const from of names) {
    await expect(fetchRefs(upstream.path, fork.path, [{ ...good, from }])).rejects.toThrow(
      'invalid refspec',
    );
  }
  await expect(
    fetchRefs(upstream.path, fork.path, [{ from: 'refs/heads/*', to: 'refs/heads/a' }]),
  ).rejects.toThrow('invalid refspec');
  await expect(git(upstream.path, ['ls-remote', fork.path])).rejects.toThrow('not allowed');
});
