import { actingUser, type Ctx, now, transact, type User } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { audit } from '../audit/rules.ts';
import { changeUser } from '../users/rules.ts';

/** The terms that a user has still to accept; undefined for none. Bots accept nothing. */
export async function termsToAccept(
  ctx: Ctx,
  user: User,
): Promise<{ text: string; version: string } | undefined> {
  const { enforce_terms: enforced, terms: text } = await settingsOf(ctx);
  if (!enforced || !text || user.bot === 1) return undefined;
  const version = sha256(text);
  return version === user.accepted_terms ? undefined : { text, version };
}

/** Accepts the terms that were read; 409 where there are others by now. */
export async function acceptTerms(ctx: Ctx, version: string): Promise<void> {
  const user = actingUser(ctx);
  const { terms: text } = await settingsOf(ctx);
  if (!text || sha256(text) !== version) throw conflict('The terms have changed: read them again');
  await transact(ctx, async (ctx) => {
    await changeUser(ctx, user.id, { accepted_terms: version, accepted_terms_at: now(ctx) });
    await audit(ctx, {
      action: 'terms.accept',
      subject: { type: 'User', id: user.id, name: user.username },
      after: { version },
    });
  });
}
