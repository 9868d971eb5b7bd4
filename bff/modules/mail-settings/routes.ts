import { mailSettings } from '#contract/mail-settings.ts';
import { type Api, mount } from '../../http/mount.ts';
import { changeMailSettings, mailSettingsOf, testMailServer } from './rules.ts';

/** The mail server, for administrators. */
export function mailSettingsRoutes(api: Api): void {
  mount(api, mailSettings.show, ({ ctx }) => mailSettingsOf(ctx));
  mount(api, mailSettings.update, ({ ctx, body }) => changeMailSettings(ctx, body));
  mount(api, mailSettings.test, ({ ctx, body }) => testMailServer(ctx, body.to));
}
