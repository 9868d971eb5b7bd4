import { createFileRoute } from '@tanstack/react-router';
import { MergeSettings } from '../features/projects/merge-settings.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings/merge-requests')({
  staticData: { crumbs: () => [{ label: common.navigation.mergeRequests }] },
  component: MergeSettings,
});
