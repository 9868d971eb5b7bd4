import { createFileRoute } from '@tanstack/react-router';
import { prepareWiki } from '../features/wikis/queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/wiki')({
  loader: ({ context, params }) => prepareWiki(context.queryClient, params.project),
  staticData: {
    crumbs: ({ project = '' }) => [
      {
        label: common.navigation.wiki,
        link: { to: '/projects/$project/wiki', params: { project } },
      },
    ],
  },
});
