import { createFileRoute } from '@tanstack/react-router';
import { CommitsTab } from '../features/merge-requests/commits-tab.tsx';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid/commits')({
  component: CommitsTab,
});
