import { useMatch, useNavigate } from '@tanstack/react-router';
import { LayoutControl } from '../../diff/layout-control.tsx';

/** Unified or split, in the URL; only where changes are shown. */
export function LayoutSwitch() {
  const match = useMatch({
    from: '/_auth/projects/$project/merge-requests/$iid/changes',
    shouldThrow: false,
  });
  const navigate = useNavigate();
  if (match === undefined) return null;
  const { project, iid } = match.params;
  return (
    <LayoutControl
      value={match.search.view ?? 'unified'}
      onChange={(value) => {
        void navigate({
          to: '/projects/$project/merge-requests/$iid/changes',
          params: { project, iid },
          search: { ...match.search, view: value === 'split' ? value : undefined },
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
