import type { QueryClient } from '@tanstack/react-query';
import { PausedIntegrations, pausedList } from '../features/integrations/paused-block.tsx';
import { OwnReassignments } from '../features/reassignments/own-blocks.tsx';
import { prepareOwnReassignments } from '../features/reassignments/own-queries.ts';

/** What stands above the merge requests of the home page, where there is any. */
export async function prepareHomeNotices(client: QueryClient): Promise<void> {
  await Promise.all([client.ensureQueryData(pausedList()), prepareOwnReassignments(client)]);
}

/** What is paused, and what is to be done for imports. */
export function HomeNotices() {
  return (
    <>
      <PausedIntegrations />
      <OwnReassignments />
    </>
  );
}
