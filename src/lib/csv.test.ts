import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@name', '\tx', '\rx'])(
  'a cell that begins like %j is neutral',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  },
);

test('cells are quoted where they must be, and numbers stay numbers', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', -5, true, null])).toBe(
    '"a,b","say ""x""","two\nlines",-5,true,\r\n',
  );
});

test('people and places are named, lists joined, and other things are JSON', () => {
  const author = { id: 7, username: 'ann', name: 'Ann' };
  expect(csvLine([author, ['bug', 'api'], [{ name: 'x' }], { count: 1 }])).toBe(
    'ann,"bug, api",x,"{""count"":1}"\r\n',
  );
  expect(csvLine([{ name: '=HYPERLINK()' }])).toBe("'=HYPERLINK()\r\n");
});
