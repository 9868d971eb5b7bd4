import { actingUserId, type Ctx, transact } from '../../context.ts';
import { isUniqueViolation } from '../../db/portable.ts';
import { checkNewKey, type NewKey, refusalOf } from '../ssh-keys/check-rules.ts';
import { dropKey, refuseTaken, storeKey } from '../ssh-keys/rules.ts';
import { getAnyDeployKey } from './list-rules.ts';
import { auditDeployKey, type DeployKeyRow } from './rules.ts';

/** Adds a public key, which every project may enable. */
export async function addInstanceKey(ctx: Ctx, given: NewKey): Promise<DeployKeyRow> {
  const key = await checkNewKey(ctx, given);
  try {
    return await transact(ctx, async (ctx) => {
      await refuseTaken(ctx, key);
      const row = await storeKey(ctx, key, {
        kind: 'deploy',
        user_id: null,
        creator_id: actingUserId(ctx),
        public: 1,
        title: given.title,
        expires_at: given.expires_at ?? null,
      });
      await auditDeployKey(ctx, { action: 'deploy_key.create', after: { key: row } });
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refusalOf({ fingerprint_sha256: ['has already been taken'] });
  }
}

/** Deletes a key; no project has it any more. */
export async function removeEverywhere(ctx: Ctx, id: number): Promise<void> {
  const key = await getAnyDeployKey(ctx, id);
  await transact(ctx, async (ctx) => {
    await dropKey(ctx, key.id);
    await auditDeployKey(ctx, { action: 'deploy_key.remove', before: { key } });
  });
}
