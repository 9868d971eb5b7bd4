import { createFileRoute } from '@tanstack/react-router';
import { historyFilters } from '../features/application-settings/filters.ts';
import { SettingsHistoryPage } from '../features/application-settings/history-page.tsx';
import { historyList } from '../features/application-settings/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/settings_/history')({
  validateSearch: (search) => readListSearch(search, historyFilters),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, historyList(deps));
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.settings, link: { to: '/admin/settings' } },
      { label: common.navigation.history },
    ],
  },
  component: SettingsHistoryPage,
});
