import { createFileRoute } from '@tanstack/react-router';
import { preparePage } from '../features/wikis/queries.ts';
import { WikiPageView } from '../features/wikis/wiki-page.tsx';
import { text } from '../lib/search-params.ts';

export const Route = createFileRoute('/_auth/projects/$project/wiki/pages/$page/')({
  validateSearch: (search): { version?: string | undefined } => ({ version: text(search.version) }),
  loaderDeps: ({ search }) => ({ version: search.version }),
  loader: ({ context, params, deps }) =>
    preparePage(context.queryClient, { project: params.project, slug: params.page }, deps.version),
  component: OnePage,
});

function OnePage() {
  const { project, page } = Route.useParams();
  const { version } = Route.useSearch();
  return <WikiPageView key={page} which={{ project, slug: page }} version={version} />;
}
