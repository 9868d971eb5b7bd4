import { openingQuery, queryClient } from './client.ts';

/**
 * So many milliseconds until something is asked for again, longer or shorter as the instance says;
 * false where nothing is to be asked again by itself.
 */
export function every(milliseconds: number): number | false {
  const factor = queryClient.getQueryData(openingQuery.queryKey)?.polling_interval_multiplier ?? 1;
  return factor === 0 ? false : milliseconds * factor;
}
