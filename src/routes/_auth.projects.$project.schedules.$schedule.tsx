import { createFileRoute } from '@tanstack/react-router';
import { prepareSchedule } from '../features/pipeline-schedules/queries.ts';
import { ScheduleLayout } from '../features/pipeline-schedules/schedule-layout.tsx';

export const Route = createFileRoute('/_auth/projects/$project/schedules/$schedule')({
  loader: ({ context, params: { project, schedule } }) =>
    prepareSchedule(context.queryClient, { project, id: Number(schedule) }),
  staticData: { crumbs: ({ schedule = '' }) => [{ label: `#${schedule}` }] },
  component: ScheduleLayout,
});
