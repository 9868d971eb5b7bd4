import { linesIn, type DiffRow } from './rows.ts';

const isChange = (row: DiffRow | undefined) => linesIn(row).some(({ kind }) => kind !== 'context');

/** Whether a run of changed lines begins with this row. */
const beginsChange = (rows: readonly DiffRow[], index: number) =>
  isChange(rows[index]) && !isChange(rows[index - 1]);

const isOpenThread = (rows: readonly DiffRow[], index: number) => {
  const row = rows[index];
  return row?.type === 'thread' && row.thread.isOpen;
};

/** The row to go to from another one, forwards or backwards; undefined where there is none. */
export function stepFrom(
  rows: readonly DiffRow[],
  from: number,
  { to, by }: { to: 'change' | 'thread' | 'file'; by: 1 | -1 },
): number | undefined {
  const fits = {
    change: beginsChange,
    thread: isOpenThread,
    file: (_rows: readonly DiffRow[], index: number) => rows[index]?.type === 'file',
  }[to];
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    if (fits(rows, index)) return index;
  }
  return undefined;
}

/** The row that holds a line. */
export const rowOfLine = (
  rows: readonly DiffRow[],
  path: string,
  line: { old: number | undefined; new: number | undefined },
): number =>
  rows.findIndex(
    (row) =>
      row.file.path === path &&
      linesIn(row).some((one) => one.old === line.old && one.new === line.new),
  );
