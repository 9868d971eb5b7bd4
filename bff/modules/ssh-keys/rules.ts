import type { Page } from '#contract/common.ts';
import type { UsageType } from '#contract/ssh-key-types.ts';
import { actingUser, type Ctx, isAdministrator, now, transact, type User } from '../../context.ts';
import type { Slice } from '../../db/page.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import { notFound } from '../../errors.ts';
import { audit } from '../audit/rules.ts';
import { sendMail } from '../mails/rules.ts';
import { refuseImpersonated } from '../personal-access-tokens/rules.ts';
import { findUserByIdOrUsername } from '../users/rules.ts';
import { checkNewKey, type NewKey, refusalOf } from './check-rules.ts';
import type { PublicKey } from './public-key.ts';
import {
  deleteKey,
  findKeyByFingerprint,
  findKeyOfUser,
  insertKey,
  listKeysOfUser,
  type SshKeyRow,
} from './repository.ts';

export type { SshKeyRow } from './repository.ts';

const taken = { fingerprint_sha256: ['has already been taken'] };

/** The stored key of this fingerprint, whoever has it. */
export const findStoredKey = (ctx: Ctx, sha256: string): Promise<SshKeyRow | undefined> =>
  findKeyByFingerprint(ctx.db, sha256);

/** Writes a key; whoever calls has checked it. */
export function storeKey(
  ctx: Ctx,
  key: PublicKey,
  of: Pick<SshKeyRow, 'kind' | 'title' | 'user_id' | 'creator_id' | 'expires_at'> & {
    public?: number;
    usage_type?: UsageType;
  },
): Promise<SshKeyRow> {
  const time = now(ctx);
  return insertKey(ctx.db, {
    ...of,
    title_lower: of.title.toLowerCase(),
    key: key.text,
    key_type: key.type,
    bits: key.bits,
    fingerprint: key.fingerprint,
    fingerprint_sha256: key.fingerprintSha256,
    created_at: time,
    updated_at: time,
  });
}

/** Deletes a key; no project has it any more. */
export const dropKey = (ctx: Ctx, id: number): Promise<void> => deleteKey(ctx.db, id);

/** Nobody has this key yet; 400 otherwise. */
export async function refuseTaken(ctx: Ctx, key: PublicKey, prefix = ''): Promise<void> {
  if ((await findStoredKey(ctx, key.fingerprintSha256)) !== undefined) {
    throw refusalOf(taken, prefix);
  }
}

/** A user whose keys are asked for; 404. */
export async function ownerOfKeys(ctx: Ctx, idOrUsername: string): Promise<User> {
  const user = await findUserByIdOrUsername(ctx, idOrUsername);
  if (user === undefined) throw notFound('User');
  return user;
}

/** May the caller read a user's keys with their comments? */
export const seesComments = (ctx: Ctx, ownerId: number | null): boolean =>
  isAdministrator(ctx) || (ctx.actor.kind === 'user' && actingUser(ctx).id === ownerId);

/** One page of a user's keys. */
export const keyPage = (ctx: Ctx, owner: User, paging: Slice): Promise<Page<SshKeyRow>> =>
  listKeysOfUser(ctx.db, owner.id, paging);

/** A key of a user; 404 `404 Key Not Found`. */
export async function getKey(ctx: Ctx, owner: User, id: number): Promise<SshKeyRow> {
  const found = await findKeyOfUser(ctx.db, owner.id, id);
  if (found === undefined) throw notFound('Key');
  return found;
}

/** Adds a key by which a user signs in to git, and tells them. */
export async function addKey(
  ctx: Ctx,
  owner: User,
  given: NewKey & { usage_type: UsageType },
): Promise<SshKeyRow> {
  if (ctx.actor.kind === 'user' && actingUser(ctx).id === owner.id) await refuseImpersonated(ctx);
  const key = await checkNewKey(ctx, given);
  try {
    return await transact(ctx, async (ctx) => {
      await refuseTaken(ctx, key);
      const row = await storeKey(ctx, key, {
        kind: 'user',
        user_id: owner.id,
        creator_id: null,
        title: given.title,
        usage_type: given.usage_type,
        expires_at: given.expires_at ?? null,
      });
      await auditKey(ctx, owner, { action: 'ssh_key.create', row });
      await sendMail(ctx, {
        to: owner.email,
        subject: 'An SSH key was added to your account',
        text: [
          `The key ${row.title} (${row.fingerprint_sha256}) now signs in to git as ${owner.username}.`,
          `If it is not yours, remove it: ${ctx.publicUrl}/profile/ssh-keys`,
          '',
        ].join('\n'),
      });
      return row;
    });
  } catch (error) {
    // Somebody else was faster.
    throw isUniqueViolation(error) ? refusalOf(taken) : error;
  }
}

/** Removes a key of a user; it signs in no more. */
export async function removeKey(ctx: Ctx, owner: User, id: number): Promise<void> {
  const row = await getKey(ctx, owner, id);
  await transact(ctx, async (ctx) => {
    await deleteKey(ctx.db, row.id);
    await auditKey(ctx, owner, { action: 'ssh_key.remove', row });
  });
}

async function auditKey(
  ctx: Ctx,
  owner: User,
  { action, row }: { action: 'ssh_key.create' | 'ssh_key.remove'; row: SshKeyRow },
): Promise<void> {
  const shown = {
    title: row.title,
    fingerprint_sha256: row.fingerprint_sha256,
    expires_at: row.expires_at,
  };
  await audit(ctx, {
    action,
    subject: { type: 'SshKey', id: row.id, name: `${owner.username} ${row.title}` },
    ...(action === 'ssh_key.create' ? { after: shown } : { before: shown }),
  });
}
