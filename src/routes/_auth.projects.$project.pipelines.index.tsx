import { createFileRoute } from '@tanstack/react-router';
import { pipelineFilters } from '../features/pipelines/filters.ts';
import { PipelinesPage } from '../features/pipelines/pipelines-page.tsx';
import { preparePipelines } from '../features/pipelines/queries.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/projects/$project/pipelines/')({
  validateSearch: (search) => readListSearch(search, pipelineFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    preparePipelines(context.queryClient, params.project, deps),
  component: PipelinesPage,
});
