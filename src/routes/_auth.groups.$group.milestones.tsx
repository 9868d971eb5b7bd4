import { createFileRoute } from '@tanstack/react-router';
import { MilestonesPage } from '../features/milestones/milestones-page.tsx';
import { prepareMilestones } from '../features/milestones/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/milestones')({
  validateSearch: (search) => readListSearch(search, ['state']),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params, deps }) =>
    prepareMilestones(queryClient, user, { kind: 'group', id: params.group, search: deps }),
  staticData: { crumbs: () => [{ label: common.navigation.milestones }] },
  component: MilestonesPage,
});
