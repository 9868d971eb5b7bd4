import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/issues')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.issues,
        link: { to: '/projects/$project/issues', params: { project } },
      },
    ],
  },
});
