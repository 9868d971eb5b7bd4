import type { PipelineTrigger as TriggerRecord } from '#contract/pipeline-triggers.ts';
import { actingUserId, type Ctx } from '../../context.ts';
import { presentUserSummary } from '../users/present.ts';
import { usersById } from '../users/rules.ts';
import { type PipelineTrigger, triggerPrefix } from './rules.ts';

const shownToOthers = 4;

/** Records of trigger tokens; the text of a token is whole for its owner alone. */
export async function presentTriggers(
  ctx: Ctx,
  rows: readonly PipelineTrigger[],
): Promise<TriggerRecord[]> {
  const owners = await usersById(
    ctx,
    rows.map((row) => row.owner_id),
  );
  return rows.map((row) => {
    const text = ctx.secrets.decrypt(row.encrypted_token);
    const owner = owners.get(row.owner_id);
    return {
      id: row.id,
      token:
        row.owner_id === actingUserId(ctx)
          ? text
          : text.slice(triggerPrefix.length, triggerPrefix.length + shownToOthers),
      description: row.description,
      created_at: row.created_at,
      updated_at: row.updated_at,
      last_used: row.last_used,
      expires_at: row.expires_at,
      owner: owner === undefined ? null : presentUserSummary(ctx, owner),
    };
  });
}

/** One token's record. */
export async function presentTrigger(ctx: Ctx, row: PipelineTrigger): Promise<TriggerRecord> {
  const [record] = await presentTriggers(ctx, [row]);
  if (record === undefined) throw new Error('one token in, one record out');
  return record;
}
