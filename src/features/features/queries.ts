import type { QueryClient } from '@tanstack/react-query';
import { features } from '#contract/features.ts';
import { queryOf } from '../../api/client.ts';

/** Flags that the server asks for. */
export const flagDefinitions = queryOf(features.definitions, {});

/** Flags that were set, others than the server knows too. */
export const flagsSet = queryOf(features.list, {});

export async function prepareFlags(client: QueryClient): Promise<void> {
  await Promise.all([client.ensureQueryData(flagDefinitions), client.ensureQueryData(flagsSet)]);
}
