import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/integrations')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.integrations,
        link: { to: '/projects/$project/integrations', params: { project } },
      },
    ],
  },
});
