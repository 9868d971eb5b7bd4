import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesTab } from '../features/integrations/deliveries-tab.tsx';
import { deliveryList } from '../features/integrations/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/groups/$group/integrations/$slug/deliveries')({
  validateSearch: (search) => readListSearch(search, ['state']),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { group, slug }, deps }) => {
    const place = { kind: 'group', id: group } as const;
    return prepareList(context.queryClient, deliveryList({ place, slug }, deps));
  },
  component: DeliveriesTab,
});
