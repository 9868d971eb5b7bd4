import { expect, test } from 'vitest';
import { contentOf, hashOfLines, linesInHash, linesOf } from './content.ts';

const file = (file_name: string, content: Uint8Array | string, size?: number) => ({
  file_name,
  file_path: file_name,
  size: size ?? content.length,
  encoding: 'base64',
  content: Buffer.from(content).toString('base64'),
  content_sha256: '',
  ref: 'main',
  blob_id: '',
  commit_id: '',
  last_commit_id: '',
  execute_filemode: false,
});

test('a file is shown as what its name and bytes say', () => {
  expect(contentOf(file('a.txt', ''))).toEqual({ kind: 'empty' });
  expect(contentOf(file('a.txt', 'Größe\n', 8))).toEqual({ kind: 'text', text: 'Größe\n' });
  expect(contentOf(file('a.txt', new Uint8Array([80, 0, 1])))).toEqual({ kind: 'binary' });
  expect(contentOf(file('a.txt', 'x', 2_000_001))).toEqual({ kind: 'large' });
  expect(contentOf(file('a.PNG', new Uint8Array([1, 2])))).toEqual({
    kind: 'image',
    url: 'data:image/png;base64,AQI=',
  });
  expect(contentOf(file('a.constructor', 'none\n')).kind).toBe('text');
  expect(contentOf(file('png', 'no ending\n')).kind).toBe('text');
});

test('lines end with any line break, and the last one begins no other', () => {
  expect(linesOf('one\r\ntwo\n\n')).toEqual(['one', 'two', '']);
  expect(linesOf('one')).toEqual(['one']);
});

test('lines of a hash are read in either order, and written as short as can be', () => {
  expect(linesInHash('L12')).toEqual({ from: 12, to: 12 });
  expect(linesInHash('L18-L12')).toEqual({ from: 12, to: 18 });
  expect(linesInHash('readme')).toBeUndefined();
  expect([hashOfLines(4, 4), hashOfLines(9, 4)]).toEqual(['L4', 'L4-9']);
});
