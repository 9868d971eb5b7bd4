import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/commits')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.commits,
        link: { to: '/projects/$project/commits', params: { project } },
      },
    ],
  },
});
