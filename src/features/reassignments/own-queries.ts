import type { QueryClient } from '@tanstack/react-query';
import { ownReassignments } from '#contract/own-reassignments.ts';
import { queryOf } from '../../api/client.ts';

/** What waits for the answer of whoever is signed in. */
export const waiting = queryOf(ownReassignments.waiting, {});

/** Groups of one's own with people of imports who are not settled. */
export const openImports = queryOf(ownReassignments.open, {});

/** What the home page shows of it. */
export async function prepareOwnReassignments(client: QueryClient): Promise<void> {
  await Promise.all([client.ensureQueryData(waiting), client.ensureQueryData(openImports)]);
}
