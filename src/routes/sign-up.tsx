import { createFileRoute } from '@tanstack/react-router';
import { openingQuery } from '../api/client.ts';
import { SignUpPage } from '../features/sessions/sign-up-page.tsx';
import { FailedAlone, LoadingAlone } from '../features/shell/failed.tsx';

export const Route = createFileRoute('/sign-up')({
  validateSearch: (search): { confirm?: string | undefined } => ({
    confirm: typeof search.confirm === 'string' ? search.confirm : undefined,
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(openingQuery).then(() => undefined),
  component: SignUpPage,
  errorComponent: FailedAlone,
  pendingComponent: LoadingAlone,
});
