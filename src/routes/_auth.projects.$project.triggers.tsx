import { createFileRoute } from '@tanstack/react-router';
import { prepareTriggers } from '../features/pipeline-triggers/queries.ts';
import { TriggersPage } from '../features/pipeline-triggers/triggers-page.tsx';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/triggers')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prepareTriggers(context.queryClient, params.project, deps),
  staticData: { crumbs: () => [{ label: common.navigation.triggers }] },
  component: TriggersPage,
});
