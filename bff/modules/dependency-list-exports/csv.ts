import type { ExportColumn } from '#contract/dependency-export-record.ts';
import { type Dependency, licensesIn } from '../dependencies/rules.ts';
import type { Part } from './parts.ts';

interface Column {
  title: string;
  of: (row: Dependency, part: Part) => string;
}

const separator = '; ';

const eight: readonly Column[] = [
  { title: 'Name', of: (row) => row.name },
  { title: 'Version', of: (row) => row.version ?? '' },
  { title: 'Packager', of: (row) => row.packager ?? '' },
  { title: 'Location', of: (row, part) => part.blobPath(row) ?? '' },
  {
    title: 'License Identifiers',
    of: (row) =>
      licensesIn(row.licenses)
        .map(({ spdx_identifier, name }) => spdx_identifier ?? name)
        .join(separator),
  },
  { title: 'Project', of: (_row, part) => part.project.full_path },
  // This server detects none.
  { title: 'Vulnerabilities Detected', of: () => '0' },
  { title: 'Vulnerability IDs', of: () => '' },
];

const further: Readonly<Record<ExportColumn, Column>> = {
  purl: { title: 'Package URL', of: (row) => row.purl ?? '' },
  direct: {
    title: 'Dependency Type',
    of: (row) => (row.top_level === 1 ? 'direct' : 'transitive'),
  },
  license_urls: {
    title: 'License URLs',
    of: (row) =>
      licensesIn(row.licenses)
        .flatMap(({ url }) => url ?? [])
        .join(separator),
  },
  first_seen: { title: 'First Seen', of: (row) => row.first_seen_at },
};

/** A cell: nothing that a spreadsheet would run, on one line, quoted where it has to be. */
function cell(value: string): string {
  const guarded = /^[=+\-@;\t\r]/.test(value) ? `'${value}` : value;
  const flat = guarded.replace(/\r\n|\r|\n/g, '\\n');
  return /[",]/.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat;
}

const line = (values: readonly string[]) => `${values.map(cell).join(',')}\n`;

/** The head and the lines of a CSV file with these columns besides its eight. */
export function csvWriter(columns: readonly ExportColumn[]) {
  const all = [...eight, ...columns.map((column) => further[column])];
  return {
    head: line(all.map(({ title }) => title)),
    row: (row: Dependency, part: Part) => line(all.map(({ of }) => of(row, part))),
  };
}
