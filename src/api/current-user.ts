import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from './client.ts';

/** Whoever is signed in; screens behind the sign-in always have somebody. */
export function useCurrentUser() {
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (user === null) throw new Error('Nobody is signed in');
  return user;
}
