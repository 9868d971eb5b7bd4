import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/files')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.files,
        link: { to: '/projects/$project/files', params: { project } },
      },
    ],
  },
});
