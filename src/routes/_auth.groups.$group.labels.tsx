import { createFileRoute } from '@tanstack/react-router';
import { LabelsPage } from '../features/labels/labels-page.tsx';
import { prepareLabels } from '../features/labels/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/labels')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params, deps }) =>
    prepareLabels(queryClient, user, { kind: 'group', id: params.group, search: deps }),
  staticData: { crumbs: () => [{ label: common.navigation.labels }] },
  component: LabelsPage,
});
