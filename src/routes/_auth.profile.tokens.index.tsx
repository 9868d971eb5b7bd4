import { createFileRoute } from '@tanstack/react-router';
import { tokenList } from '../features/personal-access-tokens/queries.ts';
import { TokensPage } from '../features/personal-access-tokens/tokens-page.tsx';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile/tokens/')({
  validateSearch: (search) => readListSearch(search, ['state']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, tokenList(context.user.id, deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.tokens }] },
  component: TokensPage,
});
