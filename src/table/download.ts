import { csvLine } from '../lib/csv.ts';
import { allPages, type ListQuery } from './list-query.ts';

export type FileKind = 'csv' | 'json';

const mediaTypes = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/**
 * All rows of the current filter as a file. Pages are written one by one; a row that moved to a
 * later page in the meantime is written once. `tell` hears how many rows are there.
 */
export async function fileOfRows<Row extends { id: number | string }>(
  query: ListQuery<Row>,
  kind: FileKind,
  { signal, tell }: { signal: AbortSignal; tell: (count: number) => void },
): Promise<Blob> {
  const seen = new Set<number | string>();
  const columns = new Set<string>();
  const pages: Page[] = [];
  for await (const page of allPages(query, signal)) {
    const rows = page.rows.filter(({ id }) => !seen.has(id));
    for (const { id } of rows) seen.add(id);
    for (const key of rows.flatMap((row) => Object.keys(row))) columns.add(key);
    const names = [...columns];
    const lineOf = (row: Row) =>
      kind === 'json'
        ? JSON.stringify(row)
        : csvLine(names.map((name) => Reflect.get(row, name) as unknown));
    if (rows.length > 0) pages.push({ lines: rows.map(lineOf), width: names.length });
    tell(seen.size);
  }
  const parts = kind === 'json' ? jsonOf(pages) : csvOf(pages, [...columns]);
  return new Blob(parts, { type: mediaTypes[kind] });
}

interface Page {
  readonly lines: readonly string[];
  /** Columns that were known when its lines were written. */
  readonly width: number;
}

/** Columns that came with a later page are empty cells in the lines before. */
function csvOf(pages: readonly Page[], columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  const texts = pages.map(({ lines, width }) => {
    const missing = ','.repeat(columns.length - width);
    return lines.map((line) => line.replace(/\r\n$/, `${missing}\r\n`)).join('');
  });
  return [csvLine(columns), ...texts];
}

function jsonOf(pages: readonly Page[]): string[] {
  if (pages.length === 0) return ['[]\n'];
  const texts = pages.map(({ lines }, at) => (at === 0 ? '[\n' : ',\n') + lines.join(',\n'));
  return [...texts, '\n]\n'];
}

/** Hands a file over to the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address when the click is done; it keeps the file itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
