import { createFileRoute } from '@tanstack/react-router';
import { GroupAdvancedSettings } from '../features/groups/advanced-settings.tsx';
import { groupSettingsWords } from '../words/group-settings.ts';

export const Route = createFileRoute('/_auth/groups/$group/settings/advanced')({
  staticData: { crumbs: () => [{ label: groupSettingsWords.advanced }] },
  component: GroupAdvancedSettings,
});
