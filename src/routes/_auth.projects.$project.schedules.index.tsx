import { createFileRoute } from '@tanstack/react-router';
import { prepareSchedules } from '../features/pipeline-schedules/queries.ts';
import { SchedulesPage } from '../features/pipeline-schedules/schedules-page.tsx';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/schedules/')({
  validateSearch: (search) => readListSearch(search, ['scope']),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareSchedules(context.queryClient, params.project, deps),
  component: SchedulesPage,
});
