import { createFileRoute } from '@tanstack/react-router';
import { MergeSettings } from '../features/projects/merge-settings.tsx';
import { projectSettingsWords } from '../words/project-settings.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings/merge-requests')({
  staticData: { crumbs: () => [{ label: projectSettingsWords.mergeRequests }] },
  component: MergeSettings,
});
