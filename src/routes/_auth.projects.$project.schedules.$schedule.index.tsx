import { createFileRoute } from '@tanstack/react-router';
import { DefinitionTab } from '../features/pipeline-schedules/definition-tab.tsx';

export const Route = createFileRoute('/_auth/projects/$project/schedules/$schedule/')({
  component: DefinitionTab,
});
