import { createFileRoute } from '@tanstack/react-router';
import { preparePage } from '../features/wikis/queries.ts';
import { EditWikiPage } from '../features/wikis/write-pages.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/wiki/pages/$page/edit')({
  loader: ({ context, params }) =>
    preparePage(context.queryClient, { project: params.project, slug: params.page }),
  staticData: { crumbs: () => [{ label: common.navigation.editPage }] },
  component: EditWikiPage,
});
