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
  const parts: BlobPart[] = [];
  const seen = new Set<number | string>();
  let columns: readonly string[] = [];
  for await (const page of allPages(query, signal)) {
    const rows = page.rows.filter(({ id }) => !seen.has(id));
    for (const { id } of rows) seen.add(id);
    if (kind === 'csv' && columns.length === 0) {
      columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      if (columns.length > 0) parts.push(csvLine(columns));
    }
    parts.push(textOfPage(rows, kind === 'csv' ? columns : undefined, parts.length > 0));
    tell(seen.size);
  }
  if (kind === 'json') parts.push(seen.size === 0 ? '[]\n' : '\n]\n');
  return new Blob(parts, { type: mediaTypes[kind] });
}

function textOfPage(
  rows: readonly object[],
  columns: readonly string[] | undefined,
  isLater: boolean,
): string {
  if (columns !== undefined) {
    return rows
      .map((row) => csvLine(columns.map((name) => Reflect.get(row, name) as unknown)))
      .join('');
  }
  if (rows.length === 0) return '';
  return (isLater ? ',\n' : '[\n') + rows.map((row) => JSON.stringify(row)).join(',\n');
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
