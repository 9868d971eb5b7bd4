import { savedViews } from '#contract/saved-views.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentSavedView } from './present.ts';
import {
  addSavedView,
  changeSavedView,
  ownSavedViews,
  readableSavedView,
  removeSavedView,
} from './rules.ts';

/** Saved views of the console's lists. */
export function savedViewRoutes(api: Api): void {
  mount(api, savedViews.list, async ({ ctx, query }) =>
    (await ownSavedViews(ctx, query.screen)).map(presentSavedView),
  );
  mount(api, savedViews.show, async ({ ctx, params }) =>
    presentSavedView(await readableSavedView(ctx, params.id)),
  );
  mount(api, savedViews.create, async ({ ctx, body }) =>
    presentSavedView(await addSavedView(ctx, body)),
  );
  mount(api, savedViews.update, async ({ ctx, params, body }) =>
    presentSavedView(await changeSavedView(ctx, params.id, body)),
  );
  mount(api, savedViews.remove, ({ ctx, params }) => removeSavedView(ctx, params.id));
}
