import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/schedules')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.schedules,
        link: { to: '/projects/$project/schedules', params: { project } },
      },
    ],
  },
});
