import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/pipelines')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.pipelines,
        link: { to: '/projects/$project/pipelines', params: { project } },
      },
    ],
  },
});
