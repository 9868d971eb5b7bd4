import { createFileRoute } from '@tanstack/react-router';
import { RunPipelinePage } from '../features/pipelines/run-page.tsx';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/pipelines/new')({
  validateSearch: (search): { ref?: string | undefined } => ({ ref: text(search.ref) }),
  staticData: { crumbs: () => [{ label: common.navigation.runPipeline }] },
  component: RunPipelinePage,
});
