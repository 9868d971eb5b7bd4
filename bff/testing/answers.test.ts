import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entriesOf, tableRows } from './markdown-table.ts';
import { projectTitles } from './test-titles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const titles = projectTitles(root);

const columns = ['No.', 'Weight', 'Asked for', 'State', 'Test'];
const rows = tableRows(readFileSync(`${root}docs/answers.md`, 'utf8')).map((row) => {
  const [number = '', weight = '', asked = '', state = '', test = ''] = row.cells;
  return { ...row, number, weight, asked, state, test };
});

/** What is wrong with the state and the tests of a row, if anything. */
function fault(state: string, test: string): string | undefined {
  if (state === 'open') return test === 'open' ? undefined : 'is open and names a test';
  if (/^no: \S/.test(state)) return test === 'none' ? undefined : 'is refused and names a test';
  if (state !== 'done') return `has no state ${state}`;
  const missing = entriesOf(test).filter((title) => !titles.has(title));
  return missing.length === 0 ? undefined : `no test is called ${missing.join(' or ')}`;
}

describe('docs/answers.md', () => {
  it('has five filled cells in each line', () => {
    const wrong = rows.filter(
      (row) =>
        row.header.join() !== columns.join() ||
        row.cells.length !== columns.length ||
        row.cells.includes('') ||
        !['strong', 'several', 'one'].includes(row.weight),
    );
    expect(wrong.map((row) => `line ${row.line}: ${row.cells.join(' | ')}`)).toEqual([]);
  });

  it('answers each demand once, in order', () => {
    const numbers = Array.from({ length: 54 }, (_, index) => String(index + 1));
    expect(rows.map((row) => row.number)).toEqual(numbers);
  });

  it('says of each demand that it is open, done by tests that exist, or refused with a reason', () => {
    const wrong = rows.flatMap((row) => {
      const found = fault(row.state, row.test);
      return found === undefined ? [] : [`line ${row.line}: ${row.number} ${found}`];
    });
    expect(wrong).toEqual([]);
  });
});
