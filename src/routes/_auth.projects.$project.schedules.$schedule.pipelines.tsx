import { createFileRoute } from '@tanstack/react-router';
import { PipelinesTab } from '../features/pipeline-schedules/pipelines-tab.tsx';
import { pipelineList } from '../features/pipeline-schedules/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/schedules/$schedule/pipelines')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params: { project, schedule }, deps }) => {
    await prepareList(context.queryClient, pipelineList({ project, id: Number(schedule) }, deps));
  },
  component: PipelinesTab,
});
