import { createFileRoute } from '@tanstack/react-router';
import { OverviewTab } from '../features/merge-requests/overview-tab.tsx';
import { threadsOf } from '../features/merge-requests/queries.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid/')({
  loader: async ({ context, params: { project, iid } }) => {
    await context.queryClient.ensureInfiniteQueryData(threadsOf({ project, iid: Number(iid) }));
  },
  component: OverviewTab,
});
