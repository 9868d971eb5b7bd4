import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_auth/projects/$project/wiki/pages/$page')({
  staticData: {
    crumbs: ({ project = '', page = '' }) => [
      {
        label: page.replaceAll('-', ' '),
        link: { to: '/projects/$project/wiki/pages/$page', params: { project, page } },
      },
    ],
  },
});
