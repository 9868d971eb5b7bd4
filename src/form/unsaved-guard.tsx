import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formWords } from '../words/form.ts';

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Place {
  readonly routeId: string;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Asks before a form with unsaved changes is left, by link, by Back or by closing the page. */
export function UnsavedGuard(props: {
  isUnsaved: () => boolean;
  /** The form spans this route and the ones below it: between them nothing is lost. */
  within?: string | undefined;
}) {
  const { isUnsaved, within } = props;
  const names = within?.match(/(?<=\$)\w+/g) ?? [];
  // Below the same route, and about the same thing.
  const stays = (current: Place, next: Place) =>
    within !== undefined &&
    `${next.routeId}/`.startsWith(`${within}/`) &&
    names.every((name) => current.params[name] === next.params[name]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !stays(current, next) && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog
        testId="leave"
        isOpen
        title={formWords.leaveTitle}
        confirm={formWords.leave}
        cancel={formWords.stay}
        onConfirm={blocker.proceed}
        onCancel={blocker.reset}
      >
        {formWords.leaveHelp}
      </ConfirmDialog>
    </Suspense>
  );
}
