import { createFileRoute } from '@tanstack/react-router';
import { readSettingsSearch } from '../features/application-settings/filters.ts';
import { settingsShown } from '../features/application-settings/queries.ts';
import { SettingsPage } from '../features/application-settings/settings-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/settings')({
  validateSearch: readSettingsSearch,
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(settingsShown);
  },
  staticData: {
    crumbs: () => [{ label: common.navigation.settings, link: { to: '/admin/settings' } }],
  },
  component: SettingsPage,
});
