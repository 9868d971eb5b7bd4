import * as z from 'zod';

/** What `http/decode.ts` may do to a field beyond its type. */
export interface FieldHints {
  /** A list that may come as text joined by commas. */
  readonly comma?: boolean;
  /** Its text may come on several lines, and blanks around an item do not count. */
  readonly lines?: boolean;
  /** Integer ids or one of the words None and Any (in any case). */
  readonly noneAny?: boolean;
  /** Text that may not be blank: `<name> is empty`. */
  readonly filled?: boolean;
  /** The one value refused by name: `<name> has a value not allowed`. */
  readonly except?: number;
  /** What is said after the field's name where a value does not fit. */
  readonly says?: string;
  /** Other names, read where the field itself is absent. */
  readonly aliases?: readonly string[];
  /** Uploaded file of a multipart body. */
  readonly file?: boolean;
}

export const hints = z.registry<FieldHints>();

/** An uploaded file, as the decoder hands it over. A class: nothing that a body spells out is one. */
export class Upload {
  readonly filename: string;
  readonly type: string;
  readonly size: number;
  /** Where its bytes lie while the request is worked at. */
  readonly path: string;

  constructor(of: { filename: string; type: string; size: number; path: string }) {
    this.filename = of.filename;
    this.type = of.type;
    this.size = of.size;
    this.path = of.path;
  }
}

/** Integer id or full path of a project or group (decoded once from `%2F`). */
const idOrPath = () => z.string();
/** Text that must be there and not blank. */
export const filledText = () => z.string().register(hints, { filled: true });
/** A datetime in any ISO 8601 form; the handler gets UTC text with milliseconds. */
export const datetime = () => z.iso.datetime({ offset: true, local: true });
/** A day: `2026-11-27`. */
export const date = () => z.iso.date();
/** A list of text that may come joined by commas. */
export const commaList = () => z.array(z.string()).register(hints, { comma: true });
/** A list of integer ids; brackets, repeated keys or commas. */
export const idList = () => z.array(z.int()).register(hints, { comma: true });
/** An uploaded file: as the decoder hands it over, and in a form as it was chosen. */
export const upload = () =>
  z
    .custom<Upload>((value) => value instanceof Blob || value instanceof Upload)
    .meta({ type: 'string', format: 'binary' })
    .register(hints, { file: true });

export const visibility = z.enum(['private', 'internal', 'public']);
export type Visibility = z.output<typeof visibility>;

/** Query fields of every paginated list. */
export const pageQuery = {
  page: z.int().default(1).describe('Number of the page, from 1'),
  per_page: z
    .int()
    .default(20)
    .register(hints, { except: 0 })
    .describe('Rows of a page, 100 at most'),
  with_total: z
    .boolean()
    .optional()
    .describe('Counts all rows, also where they are more than 10,000'),
};

/** Query fields of a list that also goes on from a row instead of a page's number. */
export const keysetQuery = {
  pagination: z
    .enum(['legacy', 'offset', 'keyset'])
    .optional()
    .describe('`keyset`: each page tells where the next one begins; for lists of any length'),
  cursor: z.string().optional().describe('Where the page begins, as the Link before told it'),
};

/** Where the next page of a list in keyset order begins: after this row. */
export interface RowKey {
  readonly value: string | number;
  readonly id: number;
}

/** One page of rows; `total` is undefined above 10,000, unless it was asked for. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number | undefined;
  /** Of a page in keyset order, where more rows follow. */
  readonly next?: RowKey;
  /** Names of what was asked and is not looked at; a header tells them. */
  readonly ignored?: readonly string[];
}

/** UTC with milliseconds, as every record carries it. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const userSummary = z
  .object({
    id: z.int(),
    username: z.string(),
    public_email: z.string().nullable(),
    name: z.string(),
    state: z.string(),
    locked: z.boolean(),
    avatar_url: z.string().nullable(),
    web_url: z.string(),
  })
  .meta({ id: 'UserSummary' });
export type UserSummary = z.output<typeof userSummary>;

/** Path parameters of everything below a project or a group. */
export const underId = z.object({ id: idOrPath() });

/** What is said of a deletion: of what is marked already, whether it goes at once. */
export const removal = z.object({
  permanently_remove: z.boolean().optional().describe('At once; it must be marked already'),
  full_path: z.string().optional().describe('Of what is to go at once'),
});
