import { createFileRoute, redirect } from '@tanstack/react-router';
import { owes, sessionQuery } from '../api/client.ts';
import { TermsPage } from '../features/sessions/terms-page.tsx';
import { FailedAlone } from '../features/shell/failed.tsx';

export const Route = createFileRoute('/terms')({
  validateSearch: (search): { return_to?: string | undefined } => ({
    return_to: /^\/(?![/\\])/.test(String(search.return_to)) ? String(search.return_to) : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session.user === null) throw redirect({ to: '/sign-in' });
    if (!owes(session)) throw redirect({ href: search.return_to ?? '/' });
  },
  component: TermsPage,
  errorComponent: FailedAlone,
});
