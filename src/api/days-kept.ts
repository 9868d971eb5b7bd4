import { useQuery } from '@tanstack/react-query';
import { openingQuery } from './client.ts';

/** Days in which the instance lets a deletion be taken back, once they are known. */
export const useDaysKept = (): number =>
  useQuery(openingQuery).data?.deletion_adjourned_period ?? 7;
