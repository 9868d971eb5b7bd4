import {
  type ColumnDef,
  type ColumnHelper,
  createColumnHelper,
  metaHelper,
  tableFeatures,
} from '@tanstack/react-table';

/** How a column looks. A column without a width takes what the others leave. */
export interface ColumnLook {
  readonly width?: 'xs' | 's' | 'm' | 'l' | 'xl';
  readonly numeric?: boolean;
  /** Secondary text. */
  readonly quiet?: boolean;
  /** Holds the link that the whole row follows. */
  readonly link?: boolean;
  /** Name by which the API sorts. */
  readonly sort?: string;
  /** Place in the two or three lines of a phone; `fill` shrinks beside `end`, `hidden` also below 992 px. */
  readonly phone?: 'title' | 'line' | 'fill' | 'end' | 'hidden';
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnLook>() });

export type Features = typeof features;
export type Columns<Row extends object> = ReadonlyArray<ColumnDef<Features, Row>>;

/** The helper to write the columns of one kind of row with. */
export function columnsOf<Row extends object>(): ColumnHelper<Features, Row> {
  return createColumnHelper<Features, Row>();
}
