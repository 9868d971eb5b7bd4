import { createFileRoute } from '@tanstack/react-router';
import { MailServerPage } from '../features/system/mail-server-page.tsx';
import { mailServer } from '../features/system/queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/system/mail-server')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(mailServer());
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.system, link: { to: '/admin/system' } },
      { label: common.navigation.mailServer },
    ],
  },
  component: MailServerPage,
});
