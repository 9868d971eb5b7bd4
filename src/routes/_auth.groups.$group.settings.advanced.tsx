import { createFileRoute } from '@tanstack/react-router';
import { GroupAdvancedSettings } from '../features/groups/advanced-settings.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/settings/advanced')({
  staticData: { crumbs: () => [{ label: common.navigation.advanced }] },
  component: GroupAdvancedSettings,
});
