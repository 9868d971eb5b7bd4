import type { SshKey } from '#contract/ssh-keys.ts';
import type { Ctx } from '../../context.ts';
import { type SshKeyRow, seesComments } from './rules.ts';

/** A key's record; its comment often names a person and a machine, so others do not get it. */
export const presentKey = (ctx: Ctx, row: SshKeyRow): SshKey => ({
  id: row.id,
  title: row.title,
  created_at: row.created_at,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  key: seesComments(ctx, row.user_id) ? row.key : row.key.split(' ', 2).join(' '),
  usage_type: row.usage_type,
});
