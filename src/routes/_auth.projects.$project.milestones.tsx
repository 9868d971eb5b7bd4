import { createFileRoute } from '@tanstack/react-router';
import { prepareMay } from '../api/places.ts';
import { ProjectMilestones } from '../features/milestones/places.tsx';
import { milestoneList } from '../features/milestones/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/milestones')({
  validateSearch: (search) => readListSearch(search, ['state']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, user }, params, deps }) => {
    const place = { kind: 'project', id: params.project } as const;
    await Promise.all([
      prepareList(queryClient, milestoneList(place, deps)),
      prepareMay(queryClient, user, place),
    ]);
  },
  staticData: { crumbs: () => [{ label: common.navigation.milestones }] },
  component: ProjectMilestones,
});
