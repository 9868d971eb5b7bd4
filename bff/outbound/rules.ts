import type { Ctx } from '../context.ts';
import { settingsOf } from '../modules/application-settings/rules.ts';
import { allowListOf } from './allow-list.ts';
import {
  allowedAddresses,
  decideForGit,
  type GitDoor,
  OutboundError,
  type OutboundPolicy,
} from './decision.ts';
import type { OutboundRequest, OutboundResponse } from './fetch.ts';

/** What the settings say about calls to the outside. */
export async function policyOf(ctx: Ctx): Promise<OutboundPolicy> {
  const settings = await settingsOf(ctx);
  return {
    allowLocal: settings.allow_local_requests_from_web_hooks_and_services,
    denyUnlisted: settings.deny_all_requests_except_allowed,
    pin: settings.dns_rebinding_protection_enabled,
    allowed: allowListOf(settings.outbound_local_requests_whitelist),
  };
}

/** A silent server calls nobody. */
async function refuseInSilence(ctx: Ctx): Promise<void> {
  const { silent_mode_enabled: isSilent } = await settingsOf(ctx);
  if (isSilent) throw new OutboundError('silent mode');
}

/** Calls another server as the settings allow; an `OutboundError` says nothing of why it failed. */
export async function callOutside(
  ctx: Ctx,
  url: string,
  request?: OutboundRequest,
): Promise<OutboundResponse> {
  try {
    await refuseInSilence(ctx);
    return await ctx.fetch(await policyOf(ctx), url, request);
  } catch (error) {
    throw noted(ctx, url, error);
  }
}

/** What git must be told to fetch from a URL as the settings allow. */
export async function gitOutside(ctx: Ctx, url: string): Promise<GitDoor> {
  try {
    await refuseInSilence(ctx);
    return await decideForGit(await policyOf(ctx), url, ctx.resolve);
  } catch (error) {
    throw noted(ctx, url, error);
  }
}

/**
 * The address of a mail server to connect to, as the settings allow. Those who name one are
 * administrators, and a relay in the own network is the rule: private addresses are allowed.
 */
export async function mailAddress(ctx: Ctx, host: string, port: number): Promise<string> {
  const policy = { ...(await policyOf(ctx)), allowLocal: true };
  const [address] = await allowedAddresses(policy, host, port, ctx.resolve);
  if (address === undefined) throw new OutboundError('no address');
  return address;
}

/** The reason is for the log of the operator alone, and the URL only as far as its host. */
function noted(ctx: Ctx, url: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const host = URL.canParse(url) ? new URL(url).host : undefined;
  ctx.log.info({ host, reason: String(error.cause) }, 'a call to the outside failed');
  return error;
}
