import { createFileRoute } from '@tanstack/react-router';
import { ownSessions } from '../features/sessions/queries.ts';
import { SessionsPage } from '../features/sessions/sessions-page.tsx';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile/sessions')({
  validateSearch: (search) => readListSearch(search),
  loader: async ({ context }) => {
    await prepareList(context.queryClient, ownSessions);
  },
  staticData: { crumbs: () => [{ label: common.navigation.sessions }] },
  component: SessionsPage,
});
