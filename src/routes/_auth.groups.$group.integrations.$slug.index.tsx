import { createFileRoute } from '@tanstack/react-router';
import { SettingsTab } from '../features/integrations/settings-tab.tsx';

export const Route = createFileRoute('/_auth/groups/$group/integrations/$slug/')({
  component: SettingsTab,
});
