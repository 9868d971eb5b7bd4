import { createFileRoute } from '@tanstack/react-router';
import { type HistoryKind, historyKinds } from '../features/merge-requests/history.ts';
import { HistoryTab } from '../features/merge-requests/history-tab.tsx';
import { threadsOf } from '../features/merge-requests/queries.ts';
import { text } from '../lib/search-params.ts';
import { oneOf } from '../table/url-state.ts';

interface HistorySearch {
  show?: HistoryKind | undefined;
  q?: string | undefined;
}

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid/history')({
  validateSearch: (search): HistorySearch => ({
    show: oneOf(historyKinds, text(search.show)),
    q: text(search.q),
  }),
  loader: async ({ context, params: { project, iid } }) => {
    await context.queryClient.ensureInfiniteQueryData(threadsOf({ project, iid: Number(iid) }));
  },
  component: HistoryTab,
});
