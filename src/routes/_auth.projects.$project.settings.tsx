import { createFileRoute } from '@tanstack/react-router';
import { ProjectSettings } from '../features/projects/settings-layout.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings')({
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.settings,
        link: { to: '/projects/$project/settings', params: { project } },
      },
    ],
  },
  component: ProjectSettings,
});
