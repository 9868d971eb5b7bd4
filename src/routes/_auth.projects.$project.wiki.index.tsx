import { createFileRoute } from '@tanstack/react-router';
import { homeSlug, preparePage } from '../features/wikis/queries.ts';
import { WikiPageView } from '../features/wikis/wiki-page.tsx';

export const Route = createFileRoute('/_auth/projects/$project/wiki/')({
  loader: ({ context, params }) =>
    preparePage(context.queryClient, { project: params.project, slug: homeSlug }),
  component: WikiHome,
});

function WikiHome() {
  const { project } = Route.useParams();
  return <WikiPageView which={{ project, slug: homeSlug }} />;
}
