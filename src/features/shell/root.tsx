import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from '../../api/toast.ts';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

/** What lies under and over every screen. */
export function Root() {
  const hasToasts = useSyncExternalStore(onToastsWanted, areToastsWanted);
  return (
    <>
      <Outlet />
      {hasToasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  );
}
