import { useQuery } from '@tanstack/react-query';
import { openingQuery } from './client.ts';

/** How the instance looks, once it is known: no screen waits for it. */
export const useAppearance = () => useQuery(openingQuery).data?.appearance;
