import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/epics')({
  staticData: {
    crumbs: ({ group = '' }) => [
      { label: common.navigation.epics, link: { to: '/groups/$group/epics', params: { group } } },
    ],
  },
});
