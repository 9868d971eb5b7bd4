import { reassignmentColumns } from '#contract/placeholder-reassignments.ts';
import type { Cells } from './sheet.ts';

/** What spreadsheets read as a formula; those that already carry the apostrophe get one more. */
const formula = /^'*[=+\-@\t\r]/;

function cellOf(value: string): string {
  const line = value.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, ' ');
  const guarded = formula.test(value) ? `'${line}` : line;
  return /[",;\t]/.test(guarded) || guarded !== guarded.trim()
    ? `"${guarded.replaceAll('"', '""')}"`
    : guarded;
}

/** One line of the file, with its line end. */
const csvLine = (values: readonly string[]): string => `${values.map(cellOf).join(',')}\n`;

const headers = reassignmentColumns.map(({ header }) => header);

/** The header line; errors get a column of their own, which an upload passes over. */
export const csvHeader = (...more: readonly string[]): string => csvLine([...headers, ...more]);

/** One row of the seven columns. */
export const csvRow = (cells: Cells, ...more: readonly string[]): string =>
  csvLine([...reassignmentColumns.map(({ key }) => cells[key]), ...more]);
