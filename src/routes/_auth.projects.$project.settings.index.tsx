import { createFileRoute } from '@tanstack/react-router';
import { GeneralSettings } from '../features/projects/general-settings.tsx';

export const Route = createFileRoute('/_auth/projects/$project/settings/')({
  component: GeneralSettings,
});
