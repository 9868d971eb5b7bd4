import { createFileRoute } from '@tanstack/react-router';
import { GroupMembers } from '../features/members/places.tsx';
import { prepareMembers } from '../features/members/queries.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/members')({
  validateSearch: (search) => readListSearch(search, ['show']),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, params, deps }) =>
    prepareMembers(queryClient, user, { kind: 'group', id: params.group, search: deps }),
  staticData: { crumbs: () => [{ label: common.navigation.members }] },
  component: GroupMembers,
});
