import { createReadStream } from 'node:fs';
import { type CsvError, parse } from 'csv-parse';
import {
  type ReassignmentColumn,
  reassignmentColumns,
  reassignmentLimits as limits,
} from '#contract/placeholder-reassignments.ts';
import { decoderOf, SheetProblem } from './encoding.ts';

export type Cells = Readonly<Record<ReassignmentColumn, string>>;

/** One row of a file that is not blank. */
export interface SheetRow {
  /** Where it begins, from 1. */
  line: number;
  cells: Cells;
  /** How many cells it has, where that is not the number of the header's. */
  misfit?: { has: number; wants: number };
}

export const badFormat = 'The provided CSV was not correctly formatted.';
export const duplicates =
  'The provided spreadsheet contains duplicate email addresses or usernames.';

const cellCharacters = limits.cellKilobytes * 1024;
const headCharacters = limits.columns * cellCharacters;
const longestRecord = headCharacters + limits.columns * 4;
const delimiters = [',', ';', '\t'];

const tooLarge = (what: string) => new SheetProblem(`The file has more than ${what}.`);
export const tooManyRows = `${limits.rows.toLocaleString('en')} rows`;
const tooManyColumns = `${limits.columns} columns`;
const tooLargeCell = (line: number) =>
  new SheetProblem(`Line ${line} has a cell of more than ${limits.cellKilobytes} kB.`);

const normalized = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const known = new Map(
  reassignmentColumns.flatMap(({ key, header, names }) =>
    [header, ...names].map((name) => [normalized(name), key] as const),
  ),
);

/** Which cell of a row is which column; undefined where a required one is missing or twice there. */
function columnsIn(header: readonly string[]): Map<ReassignmentColumn, number> | undefined {
  const found = new Map<ReassignmentColumn, number>();
  for (const [at, name] of header.entries()) {
    const key = known.get(normalized(name));
    if (key === undefined) continue;
    if (found.has(key)) return undefined;
    found.set(key, at);
  }
  const whole = reassignmentColumns.every(({ key, required }) => !required || found.has(key));
  return whole ? found : undefined;
}

const options = {
  info: true,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: longestRecord,
};

interface Parsed {
  info: { lines: number };
  record: string[];
}

/** The first record of a text under each delimiter; the one whose header is whole is meant. */
async function delimiterOf(head: string): Promise<string> {
  for (const delimiter of delimiters) {
    const parser = parse({ ...options, delimiter, to: 1 });
    parser.end(head);
    try {
      for await (const { record } of parser as AsyncIterable<Parsed>) {
        if (columnsIn(record) !== undefined) return delimiter;
      }
    } catch {
      // Read with another delimiter it may be whole.
    }
  }
  throw new SheetProblem(badFormat);
}

/** The text of a file, in parts; the first holds a whole header. */
async function* textOf(path: string): AsyncGenerator<string, void> {
  let decode: ReturnType<typeof decoderOf> | undefined;
  for await (const part of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    decode ??= decoderOf(part as Uint8Array);
    yield decode(part as Uint8Array, true);
  }
  if (decode === undefined) throw new SheetProblem(badFormat);
  const rest = decode(new Uint8Array(), false);
  if (rest !== '') yield rest;
}

/** Reads ahead until the header is there, which a quoted line break does not end. */
async function headOf(parts: AsyncGenerator<string, void>): Promise<string> {
  let head = '';
  while (head.length < headCharacters) {
    const next = await parts.next();
    if (next.done === true) break;
    head += next.value;
    if (/[\r\n]/.test(head)) break;
  }
  return head;
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { code, lines } = error as CsvError & { lines?: number };
  const line = Number(lines ?? 0);
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return tooLargeCell(line);
    case 'CSV_QUOTE_NOT_CLOSED':
      return new SheetProblem(`${badFormat} The quote that opens on line ${line} is never closed.`);
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new SheetProblem(`${badFormat} Line ${line} has a quote inside of a cell.`);
    default:
      return error;
  }
}

/** Takes off the apostrophe that keeps programs from reading a cell as a formula. */
const plain = (cell: string): string => {
  const text = cell.trim();
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1).trim() : text;
};

/** Every row of a file that is not blank, in its order. Throws a `SheetProblem`. */
export async function* rowsOf(path: string): AsyncGenerator<SheetRow> {
  const parts = textOf(path);
  const head = await headOf(parts);
  const parser = parse({ ...options, delimiter: await delimiterOf(head) });
  const feed = async () => {
    try {
      if (!parser.write(head)) await drained(parser);
      for await (const part of parts) if (!parser.write(part)) await drained(parser);
      parser.end();
    } catch (error) {
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  void feed();
  let end = 0;
  let columns: Map<ReassignmentColumn, number> | undefined;
  let width = 0;
  try {
    for await (const { info, record } of parser as AsyncIterable<Parsed>) {
      const line = end + 1;
      end = info.lines;
      if (record.length > limits.columns) throw tooLarge(tooManyColumns);
      if (record.some((cell) => cell.length > cellCharacters)) throw tooLargeCell(line);
      if (columns === undefined) {
        columns = columnsIn(record);
        width = record.length;
        if (columns === undefined) throw new SheetProblem(badFormat);
        continue;
      }
      if (record.every((cell) => cell.trim() === '')) continue;
      const extra = record.slice(width).some((cell) => cell.trim() !== '');
      const misfit =
        record.length < width || extra ? { has: record.length, wants: width } : undefined;
      yield { line, cells: cellsOf(record, columns), ...(misfit && { misfit }) };
    }
  } catch (error) {
    throw problemOf(error);
  } finally {
    parser.destroy();
  }
}

const drained = (parser: NodeJS.EventEmitter) =>
  new Promise<void>((resolve) => {
    const go = () => {
      parser.off('drain', go);
      parser.off('close', go);
      resolve();
    };
    parser.on('drain', go);
    parser.on('close', go);
  });

function cellsOf(record: readonly string[], columns: ReadonlyMap<string, number>): Cells {
  const cells = reassignmentColumns.map(({ key }) => {
    const at = columns.get(key);
    return [key, at === undefined ? '' : plain(record[at] ?? '')];
  });
  // One text for each column.
  return Object.fromEntries(cells) as Cells;
}

/** How many rows a file has; throws a `SheetProblem` for what must not be worked through. */
export async function checkSheet(path: string): Promise<number> {
  const seen = new Map<string, Set<string>>();
  let rows = 0;
  for await (const { cells } of rowsOf(path)) {
    rows += 1;
    if (rows > limits.rows) throw tooLarge(tooManyRows);
    for (const key of ['username', 'public_email'] as const) {
      const wanted = nameOf(cells, key);
      if (wanted === '') continue;
      const source = `${key}\n${cells.source_host}\n${cells.import_type}`;
      const names = seen.get(source) ?? new Set();
      if (names.has(wanted)) throw new SheetProblem(duplicates);
      seen.set(source, names.add(wanted));
    }
  }
  return rows;
}

/** The user that a cell names: in lower case, and a username without its `@`. */
export const nameOf = (cells: Cells, key: 'username' | 'public_email'): string => {
  const text = cells[key].toLowerCase();
  return key === 'username' ? text.replace(/^@/, '') : text;
};
