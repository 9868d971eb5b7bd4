import { applicationSettings } from '#contract/application-settings.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentSettings } from './present.ts';
import { settingsTimes, storedSettings, updateSettings } from './rules.ts';

/** Settings of the instance. */
export function applicationSettingRoutes(api: Api): void {
  mount(api, applicationSettings.show, async ({ ctx }) =>
    presentSettings(await storedSettings(ctx), await settingsTimes(ctx)),
  );
  mount(api, applicationSettings.update, async ({ ctx, body }) => {
    const settings = await updateSettings(ctx, body);
    return presentSettings(settings, await settingsTimes(ctx));
  });
}
