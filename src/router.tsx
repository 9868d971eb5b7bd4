import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { queryClient } from './api/client.ts';
import { Failed, NotFound } from './features/shell/failed.tsx';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { routeTree } from './routeTree.gen.ts';
import { RowsSkeleton } from './ui/states.tsx';

/** The console's routes, over the browser's history unless a test brings its own. */
export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: history === undefined,
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: RowsSkeleton,
    ...(history && { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
