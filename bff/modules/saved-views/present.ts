import type { SavedView } from '#contract/saved-views.ts';
import type { SavedViewRow } from './repository.ts';

/** A saved view as the console gets it. */
export const presentSavedView = (row: SavedViewRow): SavedView => ({
  id: row.id,
  screen: row.screen,
  name: row.name,
  query: row.query,
  shared: row.shared === 1,
});
