import { createFileRoute } from '@tanstack/react-router';
import { GroupOverview } from '../features/groups/group-overview.tsx';
import { prepareGroup } from '../features/groups/queries.ts';

export const Route = createFileRoute('/_auth/groups/$group/')({
  loader: ({ context: { queryClient, user }, params }) =>
    prepareGroup(queryClient, user, params.group),
  component: GroupOverview,
});
