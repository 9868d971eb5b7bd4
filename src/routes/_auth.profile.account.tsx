import { createFileRoute } from '@tanstack/react-router';
import { openingQuery } from '../api/client.ts';
import { AccountPage } from '../features/sessions/account-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile/account')({
  staticData: { crumbs: () => [{ label: common.navigation.account }] },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(openingQuery);
  },
  component: AccountPage,
});
