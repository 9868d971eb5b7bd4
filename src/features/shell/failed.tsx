import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ButtonLink } from '../../lib/links.tsx';
import { ErrorState, NotFoundState, RowsSkeleton } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';

const home = (
  <ButtonLink to="/" variant="default">
    {common.states.goHome}
  </ButtonLink>
);

/** In place of a screen that could not be loaded. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} retry={retry} home={home} isScreen />;
}

/** The same for a screen outside of the frame, which has the main part of the page. */
export const FailedAlone = (props: ErrorComponentProps) => (
  <main>
    <Failed {...props} />
  </main>
);

/** While such a screen is loading. */
export const LoadingAlone = () => (
  <main>
    <RowsSkeleton />
  </main>
);

/** In place of a screen that does not exist. */
export const NotFound = () => <NotFoundState home={home} isScreen />;
