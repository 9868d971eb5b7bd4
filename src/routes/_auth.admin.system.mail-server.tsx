import { createFileRoute } from '@tanstack/react-router';
import { MailServerPage } from '../features/system/mail-server-page.tsx';
import { mailServer } from '../features/system/queries.ts';
import { common } from '../words/common.ts';
import { mailSettingsWords } from '../words/mail-settings.ts';

export const Route = createFileRoute('/_auth/admin/system/mail-server')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(mailServer());
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.system, link: { to: '/admin/system' } },
      { label: mailSettingsWords.title },
    ],
  },
  component: MailServerPage,
});
