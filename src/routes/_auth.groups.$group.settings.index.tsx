import { createFileRoute } from '@tanstack/react-router';
import { GroupGeneralSettings } from '../features/groups/general-settings.tsx';

export const Route = createFileRoute('/_auth/groups/$group/settings/')({
  component: GroupGeneralSettings,
});
