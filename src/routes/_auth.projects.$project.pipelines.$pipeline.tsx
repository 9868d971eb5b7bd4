import { createFileRoute } from '@tanstack/react-router';
import { PipelinePage } from '../features/pipelines/pipeline-page.tsx';
import { preparePipeline } from '../features/pipelines/queries.ts';
import { text } from '../lib/search-params.ts';

export const Route = createFileRoute('/_auth/projects/$project/pipelines/$pipeline')({
  validateSearch: (search): { job?: string | undefined } => ({ job: text(search.job) }),
  loader: ({ context, params: { project, pipeline } }) =>
    preparePipeline(context.queryClient, { project, id: Number(pipeline) }),
  staticData: { crumbs: ({ pipeline = '' }) => [{ label: `#${pipeline}` }] },
  component: PipelinePage,
});
