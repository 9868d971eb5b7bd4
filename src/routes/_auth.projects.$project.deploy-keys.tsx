import { createFileRoute } from '@tanstack/react-router';
import { ProjectKeysPage } from '../features/deploy-keys/project-keys-page.tsx';
import { deployKeyList } from '../features/deploy-keys/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/deploy-keys')({
  validateSearch: (search) => readListSearch(search, ['scope']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) => {
    await prepareList(context.queryClient, deployKeyList(params.project, deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.deployKeys }] },
  component: ProjectKeysPage,
});
