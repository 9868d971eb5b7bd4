import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/integrations')({
  staticData: {
    crumbs: ({ group = '' }) => [
      {
        label: common.navigation.integrations,
        link: { to: '/groups/$group/integrations', params: { group } },
      },
    ],
  },
});
