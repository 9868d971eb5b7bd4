import { createFileRoute } from '@tanstack/react-router';
import { HistoryTab } from '../features/pipeline-schedules/history-tab.tsx';
import { runList } from '../features/pipeline-schedules/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/schedules/$schedule/history')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { project, schedule }, deps }) => {
    await prepareList(context.queryClient, runList({ project, id: Number(schedule) }, deps));
  },
  component: HistoryTab,
});
