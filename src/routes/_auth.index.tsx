import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { HomePage } from '../features/home/home-page.tsx';
import { prepareHome } from '../features/home/queries.ts';
import { OwnMergeRequests } from '../features/merge-requests/own-blocks.tsx';
import { prepareOwnBlocks } from '../features/merge-requests/list-queries.ts';
import { common } from '../words/common.ts';

// Few have any: what shows them is no part of what comes before the first screen.
const loadNotices = () => import('./-home-notices.tsx');
const HomeNotices = lazy(() => loadNotices().then((module) => ({ default: module.HomeNotices })));

export const Route = createFileRoute('/_auth/')({
  loader: async ({ context: { queryClient, user } }) => {
    await Promise.all([
      prepareHome(queryClient),
      prepareOwnBlocks(queryClient),
      loadNotices().then(({ prepareHomeNotices }) => prepareHomeNotices(queryClient, user.id)),
    ]);
  },
  staticData: { crumbs: () => [{ label: common.navigation.home }] },
  component: Home,
});

function Home() {
  // Of the route: whoever signs out has left it before their name is gone.
  const { user } = Route.useRouteContext();
  return (
    <HomePage>
      <Suspense>
        <HomeNotices userId={user.id} />
      </Suspense>
      <OwnMergeRequests />
    </HomePage>
  );
}
