import { createFileRoute } from '@tanstack/react-router';
import { AdvancedSettings } from '../features/projects/advanced-settings.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/settings/advanced')({
  staticData: { crumbs: () => [{ label: common.navigation.advanced }] },
  component: AdvancedSettings,
});
