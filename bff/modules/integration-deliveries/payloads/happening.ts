import type { RefUpdate } from '../../repositories/rules.ts';

type Values = Readonly<Record<string, unknown>> | null;

/** A row of the stream of events, as payloads are made of it. */
export interface Happening {
  /** Of the subject. */
  id: number;
  /** Who did it; null for a job. */
  by: number | null;
  at: string;
  changes: { before: Values; after: Values };
  isNew: boolean;
}

/** The status that an event tells of: by now the row may have gone on. */
export function statusOf({ changes }: Happening, fallback: string): string {
  const told = changes.after?.status;
  return typeof told === 'string' ? told : fallback;
}

/** The move of a ref that an event tells of. */
export const refUpdateOf = ({ changes }: Happening): RefUpdate => ({
  ref: String(changes.after?.ref),
  old: String(changes.before?.sha),
  new: String(changes.after?.sha),
});
