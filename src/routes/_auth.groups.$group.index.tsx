import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { GroupOverview } from '../features/groups/group-overview.tsx';
import { groupShown, prepareGroup } from '../features/groups/queries.ts';
import { PausedIntegrations, pausedList } from '../features/integrations/paused-block.tsx';

export const Route = createFileRoute('/_auth/groups/$group/')({
  loader: async ({ context: { queryClient, user }, params }) => {
    const { id } = await queryClient.ensureQueryData(groupShown(params.group));
    await Promise.all([
      prepareGroup(queryClient, user, params.group),
      queryClient.ensureQueryData(pausedList(id)),
    ]);
  },
  component: GroupScreen,
});

function GroupScreen() {
  const { group } = Route.useParams();
  const { data } = useSuspenseQuery(groupShown(group));
  return (
    <GroupOverview>
      <PausedIntegrations groupId={data.id} />
    </GroupOverview>
  );
}
