import { createFileRoute } from '@tanstack/react-router';
import { NewGroupPage } from '../features/groups/group-form.tsx';
import { groupShown } from '../features/groups/queries.ts';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/new')({
  validateSearch: (search): { parent?: string | undefined } => ({ parent: text(search.parent) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { parent } }) => {
    if (parent !== undefined) await context.queryClient.ensureQueryData(groupShown(parent));
  },
  staticData: {
    crumbs: () => [
      { label: common.navigation.groups, link: { to: '/groups' } },
      { label: common.navigation.newGroup },
    ],
  },
  component: NewGroupPage,
});
