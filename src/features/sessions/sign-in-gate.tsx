import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isSignInAsked, onSignInAsked } from '../../api/sign-in-gate.ts';

const SignInDialog = lazy(() =>
  import('./sign-in-again.tsx').then((module) => ({ default: module.SignInDialog })),
);

/** Over any screen whose session has ended; loaded when it happens. */
export function SignInAgain() {
  const isAsked = useSyncExternalStore(onSignInAsked, isSignInAsked);
  return isAsked ? (
    <Suspense>
      <SignInDialog />
    </Suspense>
  ) : null;
}
