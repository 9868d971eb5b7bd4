import { createFileRoute } from '@tanstack/react-router';
import { AdvancedSettings } from '../features/projects/advanced-settings.tsx';
import { projectSettingsWords } from '../words/project-settings.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings/advanced')({
  staticData: { crumbs: () => [{ label: projectSettingsWords.advanced }] },
  component: AdvancedSettings,
});
