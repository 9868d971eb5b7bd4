import { createFileRoute } from '@tanstack/react-router';
import { NewSchedulePage } from '../features/pipeline-schedules/new-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/schedules/new')({
  staticData: { crumbs: () => [{ label: common.navigation.newSchedule }] },
  component: NewSchedulePage,
});
