import { createFileRoute } from '@tanstack/react-router';
import { ControlsPage } from '../features/external-controls/controls-page.tsx';
import { prepareControls } from '../features/external-controls/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/controls')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => prepareControls(context.queryClient, params.project, deps),
  staticData: { crumbs: () => [{ label: common.navigation.controls }] },
  component: ControlsPage,
});
