import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../features/home/home-page.tsx';
import { prepareHome } from '../features/home/queries.ts';
import { PausedIntegrations, pausedList } from '../features/integrations/paused-block.tsx';
import { OwnMergeRequests } from '../features/merge-requests/own-blocks.tsx';
import { OwnReassignments } from '../features/reassignments/own-blocks.tsx';
import { prepareOwnReassignments } from '../features/reassignments/queries.ts';
import { prepareOwnBlocks } from '../features/merge-requests/list-queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      prepareHome(queryClient),
      prepareOwnBlocks(queryClient),
      prepareOwnReassignments(queryClient),
      queryClient.ensureQueryData(pausedList()),
    ]);
  },
  staticData: { crumbs: () => [{ label: common.navigation.home }] },
  component: () => (
    <HomePage>
      <PausedIntegrations />
      <OwnReassignments />
      <OwnMergeRequests />
    </HomePage>
  ),
});
