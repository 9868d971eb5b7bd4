import { createFileRoute } from '@tanstack/react-router';
import { AllTokensPage } from '../features/personal-access-tokens/all-tokens-page.tsx';
import { allTokenList } from '../features/personal-access-tokens/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/tokens')({
  validateSearch: (search) => readListSearch(search, ['state', 'user_id']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, allTokenList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.tokens }] },
  component: AllTokensPage,
});
