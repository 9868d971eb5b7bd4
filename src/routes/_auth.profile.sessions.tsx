import { createFileRoute } from '@tanstack/react-router';
import { ownSessions } from '../features/sessions/queries.ts';
import { SessionsPage } from '../features/sessions/sessions-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile/sessions')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(ownSessions);
  },
  staticData: { crumbs: () => [{ label: common.navigation.sessions }] },
  component: SessionsPage,
});
