import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { Dependency } from '../dependencies/rules.ts';
import { csvWriter } from './csv.ts';
import type { Part } from './parts.ts';

/** All that people can word: each of these texts begins with the sign. */
function cellsOf(sign: string): string[] {
  const text = `${sign}cmd|' /C calc'!A0`;
  const row = {
    name: text,
    version: text,
    packager: text,
    path: text,
    purl: text,
    top_level: 1,
    licenses: JSON.stringify([{ spdx_identifier: text, name: text, url: text }]),
    first_seen_at: text,
  };
  const part = { project: { full_path: text }, blobPath: () => text };
  const writer = csvWriter(['purl', 'license_urls', 'first_seen']);
  // Rows and parts as far as the columns look at them.
  const line = writer.row(row as unknown as Dependency, part as unknown as Part);
  const [head, cells, ...others] = parse(writer.head + line);
  expect(others).toEqual([]);
  expect(cells).toHaveLength(head?.length ?? 0);
  return (cells ?? []).filter((cell) => cell !== '' && cell !== '0');
}

it('row 46: no cell of a CSV file begins with a sign of formulas, in whichever column it is', () => {
  for (const sign of ['=', '+', '-', '@', ';', '\t', '\r']) {
    const cells = cellsOf(sign);
    // A carriage return is written as two signs, so that a cell stays on its line.
    const kept = sign === '\r' ? '\\n' : sign;
    const begins = cells.map((cell) => cell.slice(0, kept.length + 4));
    expect(begins).toEqual(Array.from({ length: 9 }, () => `'${kept}cmd`));
  }
});

it('what begins like nothing of that kind stays as it is, quoted where it has to be', () => {
  expect(cellsOf('a,"b"').every((cell) => cell.startsWith('a,"b"cmd'))).toBe(true);
  expect(cellsOf('\n').every((cell) => cell.startsWith('\\ncmd'))).toBe(true);
});
