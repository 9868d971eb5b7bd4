import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { entriesOf, tableRows } from './markdown-table.ts';
import { projectTitles } from './test-titles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const titles = projectTitles(root);
const endpoints = new Set<string>(allEndpoints.map((endpoint) => endpoint.id));

const columns = ['id', 'Item', 'Endpoint', 'Test'];
const rows = tableRows(readFileSync(`${root}docs/specification.md`, 'utf8')).map((row) => {
  const [id = '', item = '', endpoint = '', test = ''] = row.cells;
  return { ...row, id, item, endpoints: entriesOf(endpoint), tests: entriesOf(test) };
});

const idShape = /^[a-z][\w-]*(?:\.[\w-]+)+$/;
const endpointShape = /^[a-z]\w*(?:\.\w+)+$/;

/** The endpoint ids of a cell that claim to exist, and those in italics that do not claim it. */
function split(cell: readonly string[]): { existing: string[]; intended: string[] } {
  const named = cell.filter((entry) => entry !== 'all' && entry !== 'none');
  const italic = (entry: string) => /^\*[^*]+\*$/.test(entry);
  return {
    existing: named.filter((entry) => !italic(entry)),
    intended: named.filter(italic).map((entry) => entry.slice(1, -1)),
  };
}

describe('docs/specification.md', () => {
  afterAll(() => {
    const open = rows.filter((row) => row.tests.includes('open')).length;
    process.stdout.write(`specification: ${rows.length - open} rows proven, ${open} open\n`);
  });

  it('has four filled cells in each row', () => {
    const wrong = rows.filter(
      (row) =>
        row.header.join() !== columns.join() ||
        row.cells.length !== columns.length ||
        row.cells.includes('') ||
        row.endpoints.includes('') ||
        row.tests.includes(''),
    );
    expect(wrong.map((row) => `line ${row.line}: ${row.cells.join(' | ')}`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(2000);
  });

  it('has row ids of the agreed shape, each once', () => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const row of rows) {
      if (!idShape.test(row.id)) wrong.push(`line ${row.line}: ${row.id} is no id`);
      if (seen.has(row.id)) wrong.push(`line ${row.line}: ${row.id} is there twice`);
      seen.add(row.id);
    }
    expect(wrong).toEqual([]);
  });

  it('names only tests that exist', () => {
    const wrong = rows.flatMap((row) =>
      row.tests
        .filter((test) => !titles.has(test) && !(test === 'open' && row.tests.length === 1))
        .map((test) => `line ${row.line}: ${row.id}: no test is called ${test}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has a row for each endpoint of the contract', () => {
    const named = new Set(rows.flatMap((row) => split(row.endpoints).existing));
    expect([...endpoints].filter((id) => !named.has(id))).toEqual([]);
  });

  it('writes in italics the endpoints that the contract does not have, and no others', () => {
    const wrong = new Set<string>();
    for (const row of rows) {
      const { existing, intended } = split(row.endpoints);
      for (const id of [...existing, ...intended]) {
        if (!endpointShape.test(id)) wrong.add(`line ${row.line}: ${id} is no endpoint id`);
      }
      for (const id of existing) {
        if (!endpoints.has(id)) wrong.add(`${id} is not in the contract: write *${id}*`);
      }
      for (const id of intended) {
        if (endpoints.has(id)) wrong.add(`*${id}* is in the contract: write ${id}`);
      }
    }
    expect([...wrong]).toEqual([]);
  });
});
