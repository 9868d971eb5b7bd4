import type { QueryClient } from '@tanstack/react-query';
import { Expiring, prepareExpiring } from '../features/home/expiring-block.tsx';
import { OwnExports, ownExports } from '../features/dependency-list-exports/own-block.tsx';
import { PausedIntegrations, pausedList } from '../features/integrations/paused-block.tsx';
import {
  OwnFailingSchedules,
  ownFailing,
} from '../features/pipeline-schedules/own-failing-block.tsx';
import { OwnReassignments } from '../features/reassignments/own-blocks.tsx';
import { prepareOwnReassignments } from '../features/reassignments/own-queries.ts';

/** What stands above the merge requests of the home page, where there is any. */
export async function prepareHomeNotices(client: QueryClient, userId: number): Promise<void> {
  await Promise.all([
    client.ensureQueryData(pausedList()),
    client.ensureQueryData(ownFailing),
    client.ensureQueryData(ownExports),
    prepareOwnReassignments(client),
    prepareExpiring(client, userId),
  ]);
}

/** What is paused or cannot run, what is to be done for imports, exports, and what ends soon. */
export function HomeNotices({ userId }: { userId: number }) {
  return (
    <>
      <PausedIntegrations />
      <OwnFailingSchedules />
      <OwnReassignments />
      <OwnExports />
      <Expiring userId={userId} />
    </>
  );
}
