import type { BodyOf } from '#contract/endpoint.ts';
import type { groups } from '#contract/groups.ts';
import { type Ctx, isAdministrator } from '../../context.ts';
import { defaultsOfCode } from '../application-settings/branch-protection.ts';
import { settingsOf } from '../application-settings/rules.ts';

type Body = Pick<
  BodyOf<typeof groups.create>,
  'default_branch_protection' | 'default_branch_protection_defaults'
>;

/**
 * What was sent, how first branches are to be protected as its column holds it. Where only
 * administrators may say so, an owner's word is left out: clients send it along with all else.
 */
export async function columnsOf<B extends Body>(
  ctx: Ctx,
  body: B,
): Promise<Omit<B, keyof Body> & { default_branch_protection_defaults?: string }> {
  const {
    default_branch_protection: code,
    default_branch_protection_defaults: given,
    ...rest
  } = body;
  const defaults = given ?? (code === undefined ? undefined : defaultsOfCode(code));
  if (defaults === undefined || !(await mayProtect(ctx))) return rest;
  return { ...rest, default_branch_protection_defaults: JSON.stringify(defaults) };
}

const mayProtect = async (ctx: Ctx): Promise<boolean> =>
  isAdministrator(ctx) || (await settingsOf(ctx)).group_owners_can_manage_default_branch_protection;
