/**
 * Of the session's endpoints what the console needs before the first screen: without schemas, so
 * that no validation library is loaded for a sign-in.
 */
export const currentSession = {
  id: 'sessions.current',
  method: 'GET',
  path: '/session',
  base: 'bff',
} as const;

export const opening = {
  id: 'bootstrap.show',
  method: 'GET',
  path: '/bootstrap',
  base: 'bff',
} as const;

export const signInId = 'sessions.create';
