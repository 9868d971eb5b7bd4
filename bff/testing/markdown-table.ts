/** One row of a Markdown table. */
export interface TableRow {
  readonly line: number;
  readonly header: readonly string[];
  readonly cells: readonly string[];
}

/** All rows of all tables of a Markdown text, in order; a row outside a table has no header. */
export function tableRows(markdown: string): TableRow[] {
  const rows: TableRow[] = [];
  let header: readonly string[] = [];
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('|')) {
      header = [];
    } else if (isSeparator(lines[index + 1])) {
      header = cellsOf(line);
    } else if (!isSeparator(line)) {
      rows.push({ line: index + 1, header, cells: cellsOf(line) });
    }
  }
  return rows;
}

/** The entries of a cell that holds several, joined by ` ; `. */
export function entriesOf(cell: string): string[] {
  return cell.split(' ; ').map((entry) => entry.trim());
}

function isSeparator(line: string | undefined): boolean {
  return line !== undefined && /^\|(?: *:?-+:? *\|)+ *$/.test(line);
}

function cellsOf(line: string): string[] {
  const inner = line
    .trimEnd()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
