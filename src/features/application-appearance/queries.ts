import type { QueryClient } from '@tanstack/react-query';
import { applicationAppearance } from '#contract/application-appearance.ts';
import { queryOf } from '../../api/client.ts';

/** How the instance looks, as administrators edit it. */
export const appearanceShown = queryOf(applicationAppearance.show, {});

export const prepareAppearance = async (client: QueryClient): Promise<void> => {
  await client.ensureQueryData(appearanceShown);
};
