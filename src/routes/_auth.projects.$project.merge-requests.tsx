import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.mergeRequests,
        link: { to: '/projects/$project/merge-requests', params: { project } },
      },
    ],
  },
});
