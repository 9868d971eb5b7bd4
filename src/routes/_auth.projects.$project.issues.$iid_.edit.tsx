import { createFileRoute } from '@tanstack/react-router';
import { EditIssuePage } from '../features/issues/edit-page.tsx';
import { prepareIssue } from '../features/issues/queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/issues/$iid_/edit')({
  loader: ({ context, params: { project, iid } }) =>
    prepareIssue(context.queryClient, { project, iid: Number(iid) }),
  staticData: {
    crumbs: ({ project = '', iid = '' }) => [
      {
        label: `#${iid}`,
        link: { to: '/projects/$project/issues/$iid', params: { project, iid } },
      },
      { label: common.actions.edit },
    ],
  },
  component: EditIssuePage,
});
