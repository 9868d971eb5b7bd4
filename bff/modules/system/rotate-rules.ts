import { type Ctx, transact } from '../../context.ts';
import { type EncryptedColumn, encryptedColumns } from '../../db/encrypted-columns.ts';
import { listValues, replaceValues } from './rotate-repository.ts';

/** Each batch is a transaction: a kill in between loses nothing, and the next run goes on. */
const atOnce = 200;

interface Rotated {
  /** Values that are encrypted by the current key now. */
  renewed: number;
  /** Values that no key opens, by column; they stay as they are. */
  unreadable: ReadonlyMap<string, number>;
}

/** Encrypts by the current key whatever another one encrypted. */
export async function renewSecrets(ctx: Ctx): Promise<Rotated> {
  const unreadable = new Map<string, number>();
  let renewed = 0;
  for (const column of encryptedColumns) {
    const { done, failed } = await renewColumn(ctx, column);
    renewed += done;
    if (failed > 0) unreadable.set(`${column.table}.${column.column}`, failed);
  }
  return { renewed, unreadable };
}

async function renewColumn(
  ctx: Ctx,
  column: EncryptedColumn,
): Promise<{ done: number; failed: number }> {
  let after = '';
  let done = 0;
  let failed = 0;
  for (;;) {
    const values = await listValues(ctx.db, column, { after, most: atOnce });
    const changes: { old: string; value: string }[] = [];
    for (const old of values) {
      after = old;
      const value = column.isJson ? renewJson(ctx, old) : renew(ctx, old);
      if (value === undefined) failed += 1;
      else if (value !== old) changes.push({ old, value });
    }
    await transact(ctx, (ctx) => replaceValues(ctx.db, column, changes));
    done += changes.length;
    if (values.length < atOnce) return { done, failed };
  }
}

/** The same by the current key; undefined where no key opens it. */
function renew({ secrets }: Ctx, stored: string): string | undefined {
  if (secrets.isCurrent(stored)) return stored;
  try {
    return secrets.encrypt(secrets.decrypt(stored));
  } catch {
    return undefined;
  }
}

/** A text of JSON that is an encrypted one: nothing else begins with the name of a key. */
const sealedText = /"([0-9a-f]{8}\.[A-Za-z0-9+/]{38,}={0,2})"/g;

function renewJson(ctx: Ctx, json: string): string | undefined {
  let isReadable = true;
  const renewed = json.replace(sealedText, (whole, stored: string) => {
    if (!ctx.secrets.knows(stored)) {
      isReadable = false;
      return whole;
    }
    const value = renew(ctx, stored);
    return value === undefined ? whole : `"${value}"`;
  });
  return isReadable ? renewed : undefined;
}
