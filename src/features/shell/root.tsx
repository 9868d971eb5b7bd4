import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useAppearance } from '../../api/appearance.ts';
import { areToastsWanted, onToastsWanted } from '../../api/toast.ts';
import { MessageLine } from '../../ui/message-line.tsx';
import classes from './shell.module.css';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

/** What lies under and over every screen. */
export function Root() {
  const hasToasts = useSyncExternalStore(onToastsWanted, areToastsWanted);
  const appearance = useAppearance();
  useFavicon(appearance?.favicon);
  const message = (text: string) => ({
    text,
    background: appearance?.message_background_color ?? '',
    colour: appearance?.message_font_color ?? '',
  });
  const head = appearance?.header_message ?? '';
  const foot = appearance?.footer_message ?? '';
  return (
    <div
      className={classes.root}
      data-messages={[head, foot].filter((text) => text.trim() !== '').length}
    >
      <MessageLine message={message(head)} place="head" />
      <Outlet />
      <MessageLine message={message(foot)} place="foot" />
      {hasToasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}

/** The sign of the browser's tab: the instance's, as soon as it is known and whenever it changes. */
function useFavicon(chosen: string | null | undefined): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || chosen === undefined) return;
    if (chosen === null) link.type = 'image/svg+xml';
    else link.removeAttribute('type');
    link.href = chosen ?? '/favicon.svg';
  }, [chosen]);
}
