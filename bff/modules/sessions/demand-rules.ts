import { applicationSettings } from '#contract/application-settings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { secondFactor } from '#contract/second-factor.ts';
import { sessions } from '#contract/sessions.ts';
import { terms } from '#contract/terms.ts';
import { isoOf } from '../../clock.ts';
import { type Ctx, isAdministrator, now, type User } from '../../context.ts';
import { forbidden, unavailable } from '../../errors.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { hasSecondFactor } from '../second-factor/rules.ts';
import { termsToAccept } from '../terms/rules.ts';
import { changeSignIn } from './repository.ts';

const hour = 3_600_000;

/** What stays open whatever is wanted first: the way to do it, and the way out. */
const alwaysOpen = new Set<string>([
  sessions.current.id,
  sessions.create.id,
  sessions.remove.id,
  terms.accept.id,
  secondFactor.create.id,
]);
/** Open to administrators, so that no setting shuts out the one who could take it back. */
const wayBack = new Set<string>([applicationSettings.show.id, applicationSettings.update.id]);

/** Until when a user has to set up a second factor; undefined for who needs none or has one. */
async function secondFactorDue(ctx: Ctx, user: User): Promise<string | undefined> {
  const settings = await settingsOf(ctx);
  const isWanted =
    settings.require_two_factor_authentication ||
    (settings.require_admin_two_factor_authentication && user.is_admin === 1);
  if (!isWanted || user.bot === 1 || hasSecondFactor(user)) return undefined;
  const asked = user.two_factor_asked_at ?? now(ctx);
  if (user.two_factor_asked_at === null) {
    await changeSignIn(ctx.db, user.id, { two_factor_asked_at: asked });
  }
  return isoOf(Date.parse(asked) + settings.two_factor_grace_period * hour);
}

/** What says that only administrators change something now; undefined while everybody may. */
async function maintenanceText(ctx: Ctx): Promise<string | undefined> {
  const { maintenance_mode: isOn, maintenance_mode_message: text } = await settingsOf(ctx);
  return isOn ? text || 'This server is in maintenance: nothing can be changed now' : undefined;
}

/** What the console tells and asks a user before anything else. */
export async function demandsOn(ctx: Ctx, user: User) {
  return {
    terms: (await termsToAccept(ctx, user)) ?? null,
    two_factor_until: (await secondFactorDue(ctx, user)) ?? null,
    maintenance: (await maintenanceText(ctx)) ?? null,
  };
}

/** Refuses a call while the server or the caller has something else to do first. */
export async function refuseUntilDone(ctx: Ctx, endpoint: Endpoint): Promise<void> {
  if (endpoint.base === 'ops' || alwaysOpen.has(endpoint.id)) return;
  if (wayBack.has(endpoint.id) && isAdministrator(ctx)) return;
  if (endpoint.method !== 'GET') await refuseInMaintenance(ctx);
  await refuseWhoOwes(ctx);
}

/** 503 for a change while only administrators may make any. */
export async function refuseInMaintenance(ctx: Ctx): Promise<void> {
  const text = await maintenanceText(ctx);
  if (text !== undefined && !isAdministrator(ctx)) throw unavailable(text);
}

/** 403 for who has not accepted the terms, or in the console has no second factor in time. */
export async function refuseWhoOwes(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return;
  const user = actor.impersonator ?? actor.user;
  if ((await termsToAccept(ctx, user)) !== undefined) {
    throw forbidden(
      `You must accept the Terms of Service in order to perform this action. Sign in at ${ctx.publicUrl} to accept them`,
    );
  }
  if (actor.via !== 'session') return;
  const due = await secondFactorDue(ctx, user);
  if (due !== undefined && Date.parse(due) <= ctx.clock.now()) {
    throw forbidden('Two-factor authentication must be set up first');
  }
}
