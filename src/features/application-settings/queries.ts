import { applicationSettings } from '#contract/application-settings.ts';
import { settingsHistory } from '#contract/settings-history.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery } from '../../table/list-query.ts';
import { pageInput } from '../../table/url-state.ts';
import type { HistorySearch } from './filters.ts';

export const settingsShown = queryOf(applicationSettings.show, {});

/** What a change of settings makes old. */
export const touchedBySettings = [applicationSettings.show, settingsHistory.list];

export const historyList = (search: HistorySearch) =>
  listQuery(settingsHistory.list, {
    ...pageInput(search),
    ...(search.actor && { actor: search.actor }),
    ...(search.key && { key: search.key }),
    ...(search.created_after && { created_after: search.created_after }),
    ...(search.created_before && { created_before: search.created_before }),
  });
