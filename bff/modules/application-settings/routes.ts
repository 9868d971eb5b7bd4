import { applicationSettings } from '#contract/application-settings.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentSettings } from './present.ts';
import { storedSettings, updateSettings } from './rules.ts';

/** Settings of the instance. */
export function applicationSettingRoutes(api: Api): void {
  mount(api, applicationSettings.show, async ({ ctx }) =>
    presentSettings(await storedSettings(ctx)),
  );
  mount(api, applicationSettings.update, async ({ ctx, body }) =>
    presentSettings(await updateSettings(ctx, body)),
  );
}
