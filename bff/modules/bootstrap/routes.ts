import { bootstrap } from '#contract/bootstrap.ts';
import { type Api, mount } from '../../http/mount.ts';
import { version } from '../../version.ts';
import { settingsOf } from '../application-settings/rules.ts';

/** What the console shows before anybody has signed in. */
export function bootstrapRoutes(api: Api): void {
  mount(api, bootstrap.show, async ({ ctx }) => {
    const settings = await settingsOf(ctx);
    return {
      sign_in: {
        password: settings.password_authentication_enabled_for_web,
        sign_up: settings.signup_enabled,
      },
      terms: { enforced: settings.enforce_terms, text: settings.terms ?? '' },
      version,
      preferred_language: 'en',
    };
  });
}
