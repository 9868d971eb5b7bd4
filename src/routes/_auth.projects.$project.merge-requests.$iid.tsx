import { createFileRoute } from '@tanstack/react-router';
import { prepareReview } from '../features/merge-requests/queries.ts';
import { ReviewLayout } from '../features/merge-requests/review-layout.tsx';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid')({
  loader: ({ context, params: { project, iid } }) =>
    prepareReview(context.queryClient, { project, iid: Number(iid) }),
  staticData: { folded: true, crumbs: ({ iid = '' }) => [{ label: `!${iid}` }] },
  component: ReviewLayout,
});
