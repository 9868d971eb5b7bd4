import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const Toasts = lazy(() => import('./toasts.tsx').then(({ Toasts }) => ({ default: Toasts })));

/** What lies under and over every screen. */
export function Root() {
  return (
    <>
      <Outlet />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}
