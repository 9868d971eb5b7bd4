import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../api/client.ts';
import { SignInPage } from '../features/sessions/sign-in-page.tsx';

interface SignInSearch {
  way?: 'password' | 'token' | undefined;
  return_to?: string | undefined;
}

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search): SignInSearch => ({
    way: search.way === 'token' ? 'token' : undefined,
    // Only a path of this console: never another origin.
    return_to: /^\/(?![/\\])/.test(String(search.return_to)) ? String(search.return_to) : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery);
    if (user !== null) throw redirect({ href: search.return_to ?? '/' });
  },
  component: SignInPage,
});
