import { createFileRoute } from '@tanstack/react-router';
import { InventoryPage } from '../features/deploy-keys/inventory-page.tsx';
import { inventoryList } from '../features/deploy-keys/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/deploy-keys')({
  validateSearch: (search) => readListSearch(search, ['state', 'access', 'public']),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, inventoryList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.deployKeys }] },
  component: InventoryPage,
});
