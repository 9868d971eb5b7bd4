import { createFileRoute } from '@tanstack/react-router';
import { prepareMay } from '../api/places.ts';
import { GroupLabels } from '../features/labels/places.tsx';
import { labelList } from '../features/labels/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/labels')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, params, deps }) => {
    const place = { kind: 'group', id: params.group } as const;
    await Promise.all([
      prepareList(queryClient, labelList(place, deps)),
      prepareMay(queryClient, user, place),
    ]);
  },
  staticData: { crumbs: () => [{ label: common.navigation.labels }] },
  component: GroupLabels,
});
