import { applicationSettings } from '#contract/application-settings.ts';
import { settingsHistory } from '#contract/settings-history.ts';
import type { Settings } from '#contract/settings/all.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { revertSettings, settingsHistoryPage } from './history-rules.ts';
import { presentChange, presentSettings } from './present.ts';
import { settingsTimes, storedSettings, updateSettings } from './rules.ts';
import { exportSettings, importSettings } from './transfer-rules.ts';

const recordOf = async (ctx: Ctx, settings: Settings) =>
  presentSettings(settings, await settingsTimes(ctx));

/** Settings of the instance, their history, and the file of all of them. */
export function applicationSettingRoutes(api: Api): void {
  mount(api, applicationSettings.show, async ({ ctx }) => recordOf(ctx, await storedSettings(ctx)));
  mount(api, applicationSettings.update, async ({ ctx, body }) =>
    recordOf(ctx, await updateSettings(ctx, body)),
  );
  mount(api, settingsHistory.list, async ({ ctx, query, paging }) => {
    const { rows, total } = await settingsHistoryPage(ctx, query, paging);
    return { rows: rows.map(presentChange), total };
  });
  mount(api, settingsHistory.revert, async ({ ctx, params }) =>
    recordOf(ctx, await revertSettings(ctx, params.id)),
  );
  mount(
    api,
    settingsHistory.export,
    async ({ ctx }) =>
      new Reply(await exportSettings(ctx), 200, {
        'Content-Disposition': 'attachment; filename="settings.json"',
      }),
  );
  mount(api, settingsHistory.import, ({ ctx, query, body }) =>
    importSettings(ctx, body.settings, { dryRun: query.dry_run }),
  );
}
