import { createFileRoute } from '@tanstack/react-router';
import { WikiHistory } from '../features/wikis/history-page.tsx';
import { versionList } from '../features/wikis/queries.ts';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/wiki/pages/$page/history/')({
  validateSearch: (search) => readListSearch(search, []),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    prepareList(
      context.queryClient,
      versionList({ project: params.project, slug: params.page }, deps),
    ),
  staticData: { crumbs: () => [{ label: common.navigation.history }] },
  component: WikiHistory,
});
