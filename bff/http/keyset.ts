import type { RowKey } from '#contract/common.ts';
import type { Slice } from '../db/page.ts';
import { badParameters, wayNotAllowed } from '../errors.ts';

/** The keyset order that a query asks for; 405 where the list does not go in it. */
export function keysetOf(
  query: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): Slice['keyset'] {
  if (query.pagination !== 'keyset') return undefined;
  const column = query.order_by;
  if (typeof column !== 'string' || !columns.includes(column)) {
    throw wayNotAllowed('Keyset pagination is not yet available for this type of request');
  }
  const sort = query.sort === 'asc' ? 'asc' : 'desc';
  const cursor = typeof query.cursor === 'string' ? query.cursor : '';
  return { column, sort, after: cursor === '' ? undefined : readCursor(cursor, column) };
}

/** A row's key as clients carry it back: they are told nothing of what it holds. */
export const writeCursor = ({ value, id }: RowKey): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

function readCursor(text: string, column: string): RowKey {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const fits = column === 'id' ? value === id : isText(value);
    // `fits` has looked at what came out of the text.
    if (fits && Number.isSafeInteger(id)) return { value, id } as RowKey;
  } catch {
    // Falls through to the one refusal of a cursor that this server did not write.
  }
  throw badParameters('cursor is invalid');
}

const isText = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
