import { createFileRoute } from '@tanstack/react-router';
import { SettingsTab } from '../features/integrations/settings-tab.tsx';

export const Route = createFileRoute('/_auth/projects/$project/integrations/$slug/')({
  component: SettingsTab,
});
