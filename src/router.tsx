import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/client.ts';
import { Failed, NotFound } from './features/shell/failed.tsx';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { routeTree } from './routeTree.gen.ts';
import { RowsSkeleton } from './ui/states.tsx';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // The query cache decides what is fresh, not the router.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: RowsSkeleton,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
