import * as z from 'zod';
import { ArchiveProblem } from './archive.ts';

/** The first part: what the backup is of, and which tables it has. */
const head = z.object({
  kind: z.literal('backup'),
  made_at: z.string(),
  version: z.string(),
  /** The name of the key that its secrets are encrypted by; the key itself is in no backup. */
  key_id: z.string(),
  migrations: z.array(z.string()),
});
export type Head = z.output<typeof head>;

const value = z.union([z.string(), z.number(), z.null()]);

const part = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    name: z.string(),
    columns: z.array(z.string()),
    last_id: z.int(),
  }),
  z.object({ kind: z.literal('rows'), rows: z.array(z.array(value)) }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({
    kind: z.literal('repository'),
    path: z.string(),
    head: z.string(),
    /** Null where the repository went away while it was read. */
    refs: z.array(z.object({ name: z.string(), sha: z.string() })),
  }),
  /** Ends a file or repository; `gone` where it went away meanwhile. */
  z.object({ kind: z.literal('done'), gone: z.boolean() }),
  z.object({
    kind: z.literal('counts'),
    rows: z.record(z.string(), z.int()),
    files: z.int(),
    repositories: z.int(),
  }),
]);
export type Content = z.output<typeof part>;
export type Counts = Extract<Content, { kind: 'counts' }>;

const read = <T>(schema: z.ZodType<T>, json: unknown): T => {
  const found = schema.safeParse(json);
  if (!found.success) throw new ArchiveProblem('it is damaged or not whole');
  return found.data;
};

/** The first part, as it is read. */
export const headOf = (json: unknown): Head => read(head, json);
/** Any part after it. */
export const contentOf = (json: unknown): Content => read(part, json);
