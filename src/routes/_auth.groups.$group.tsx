import { createFileRoute } from '@tanstack/react-router';
import { groupShown } from '../features/groups/queries.ts';
import { groupCrumbs } from '../features/shell/crumbs.ts';

export const Route = createFileRoute('/_auth/groups/$group')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(groupShown(params.group));
  },
  staticData: { section: 'group', crumbs: ({ group = '' }) => groupCrumbs(group) },
});
