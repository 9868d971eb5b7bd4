import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/integrations')({
  staticData: {
    crumbs: () => [{ label: common.navigation.integrations, link: { to: '/admin/integrations' } }],
  },
});
