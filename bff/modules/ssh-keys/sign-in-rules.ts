import { type Ctx, now } from '../../context.ts';
import { problemOfLife, restrictionOn, worksForGit } from './check-rules.ts';
import { leakedKeys } from './leaked-keys.ts';
import { sha256Of } from './public-key.ts';
import { findKey, findKeyByFingerprint, type SshKeyRow, touchKey } from './repository.ts';

const minute = 60_000;

/** The stored key that somebody offers to sign in with; undefined where it opens nothing. */
export async function keyToSignIn(ctx: Ctx, blob: Buffer): Promise<SshKeyRow | undefined> {
  const row = await findKeyByFingerprint(ctx.db, sha256Of(blob));
  return row !== undefined && (await opens(ctx, row)) ? row : undefined;
}

/** The key as it is now: it may have been removed or have ended since somebody signed in with it. */
export async function keyStillThere(ctx: Ctx, id: number): Promise<SshKeyRow | undefined> {
  const row = await findKey(ctx.db, id);
  return row !== undefined && (await opens(ctx, row)) ? row : undefined;
}

async function opens(ctx: Ctx, row: SshKeyRow): Promise<boolean> {
  if (row.usage_type === 'signing') return false;
  if (row.expires_at !== null && row.expires_at <= now(ctx)) return false;
  return takenForGit(ctx, row);
}

/** Whether git takes a key of this type, length and life while it lasts. */
export async function takenForGit(ctx: Ctx, row: SshKeyRow): Promise<boolean> {
  if (!worksForGit(row) || leakedKeys.has(row.fingerprint_sha256)) return false;
  const { created_at: from, expires_at: until } = row;
  if ((await problemOfLife(ctx, { from, until })) !== undefined) return false;
  return (await restrictionOn(ctx, { type: row.key_type, bits: row.bits })) === undefined;
}

/** Writes down that a key has been used, once in a minute at most. */
export async function noteKeyUse(ctx: Ctx, row: SshKeyRow): Promise<void> {
  const last = row.last_used_at === null ? 0 : Date.parse(row.last_used_at);
  if (ctx.clock.now() - last >= minute) await touchKey(ctx.db, row.id, now(ctx));
}
