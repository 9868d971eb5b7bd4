import { createFileRoute } from '@tanstack/react-router';
import { EditMergeRequestPage } from '../features/merge-requests/edit-page.tsx';
import { prepareReview } from '../features/merge-requests/queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid_/edit')({
  loader: ({ context, params: { project, iid } }) =>
    prepareReview(context.queryClient, { project, iid: Number(iid) }),
  staticData: {
    crumbs: ({ project = '', iid = '' }) => [
      {
        label: `!${iid}`,
        link: { to: '/projects/$project/merge-requests/$iid', params: { project, iid } },
      },
      { label: common.actions.edit },
    ],
  },
  component: EditMergeRequestPage,
});
