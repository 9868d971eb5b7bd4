import { fullPath } from '#contract/endpoint.ts';
import { notFound } from '../../errors.ts';
import { bootstrap } from '#contract/bootstrap.ts';
import { type Api, mount } from '../../http/mount.ts';
import { version } from '../../version.ts';
import { presentShown } from '../application-appearance/present.ts';
import { appearanceOf } from '../application-appearance/rules.ts';
import { settingsOf } from '../application-settings/rules.ts';

/** What the console shows before anybody has signed in. */
export function bootstrapRoutes(api: Api): void {
  mount(api, bootstrap.show, async ({ ctx }) => {
    const settings = await settingsOf(ctx);
    return {
      appearance: presentShown(await appearanceOf(ctx)),
      sign_in: {
        password: settings.password_authentication_enabled_for_web,
        sign_up: settings.signup_enabled,
      },
      account_deletion: settings.allow_account_deletion,
      terms: { enforced: settings.enforce_terms, text: settings.terms ?? '' },
      after_sign_out_path: settings.after_sign_out_path || null,
      help: {
        text: settings.help_page_text ?? '',
        support_url: settings.help_page_support_url || null,
      },
      ssh: {
        enabled: ctx.config.sshPort !== undefined,
        max_key_lifetime: settings.max_ssh_key_lifetime,
        fips: ctx.fips,
      },
      version,
      // It has words in no other.
      preferred_language: 'en',
      deletion_adjourned_period: settings.deletion_adjourned_period,
      polling_interval_multiplier: settings.polling_interval_multiplier,
    };
  });
  mount(api, bootstrap.securityText, async ({ ctx }) => {
    const { security_txt_content: text } = await settingsOf(ctx);
    if (!text) throw notFound();
    return text;
  });
  const { securityText } = bootstrap;
  api.hono.get('/.well-known/security.txt', (c) => c.redirect(fullPath(securityText)));
}
