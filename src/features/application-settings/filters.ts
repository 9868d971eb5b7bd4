import type { ListSearchWith } from '../../table/url-state.ts';

// Apart from the queries: the routes read it before any screen, and it brings no row along.

/** Filters of the history that the URL may hold. */
export const historyFilters = ['actor', 'key', 'created_after', 'created_before'] as const;

export type HistorySearch = ListSearchWith<(typeof historyFilters)[number]>;

/** What the editor keeps in the URL: the text searched for, and whether only changes are shown. */
export interface SettingsSearch {
  q?: string | undefined;
  changed?: 'true' | undefined;
}

/** Of a search what the editor knows. */
export const readSettingsSearch = (raw: Readonly<Record<string, unknown>>): SettingsSearch => ({
  ...(typeof raw.q === 'string' && raw.q !== '' && { q: raw.q }),
  ...(raw.changed === 'true' && { changed: 'true' }),
});
