import { createFileRoute } from '@tanstack/react-router';
import { MailsPage } from '../features/system/mails-page.tsx';
import { mailList } from '../features/system/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/system/mails')({
  validateSearch: (search) => readListSearch(search, ['state', 'to']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, mailList(deps));
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.system, link: { to: '/admin/system' } },
      { label: common.navigation.mails },
    ],
  },
  component: MailsPage,
});
