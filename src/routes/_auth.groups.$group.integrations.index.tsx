import { createFileRoute } from '@tanstack/react-router';
import { CataloguePage } from '../features/integrations/catalogue-page.tsx';
import { catalogue } from '../features/integrations/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';

export const Route = createFileRoute('/_auth/groups/$group/integrations/')({
  validateSearch: (search) => readListSearch(search, ['family', 'state']),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareList(context.queryClient, catalogue({ kind: 'group', id: params.group }, deps)),
  component: CataloguePage,
});
