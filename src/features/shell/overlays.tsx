import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { keyOf } from '../../lib/keys.ts';
import { isTyping, screenActions } from '../../lib/screen-actions.ts';
import { useSingleKeys } from './single-keys.ts';

export type Overlay = 'palette' | 'help' | 'curl';

const overlays = {
  palette: lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette }))),
  help: lazy(() => import('./help-sheet.tsx').then((module) => ({ default: module.HelpSheet }))),
  curl: lazy(() => import('./curl-dialog.tsx').then((module) => ({ default: module.CurlDialog }))),
};

/** What lies over the screen, loaded when it is asked for, and the keys that ask. */
export function Overlays(props: {
  open: Overlay | undefined;
  onOpen: (overlay: Overlay | undefined) => void;
}) {
  const { open, onOpen } = props;
  const [areSingleKeysOn] = useSingleKeys();

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      onOpen(open === 'palette' ? undefined : 'palette');
      return;
    }
    if (!isPlain || !areSingleKeysOn || open !== undefined || isTyping(event.target)) return;
    if (event.key === keyOf('sheet')) {
      event.preventDefault();
      onOpen('help');
      return;
    }
    const action = screenActions().find(({ key }) => key !== undefined && keyOf(key) === event.key);
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (open === undefined) return null;
  const Shown = overlays[open];
  return (
    <Suspense>
      <Shown onClose={() => onOpen(undefined)} onOpen={onOpen} />
    </Suspense>
  );
}
