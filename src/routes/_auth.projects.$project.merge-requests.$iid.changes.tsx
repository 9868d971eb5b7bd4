import { createFileRoute } from '@tanstack/react-router';
import { ChangesTab } from '../features/merge-requests/changes-tab.tsx';
import { diffsOf } from '../features/merge-requests/queries.ts';
import { text } from '../lib/search-params.ts';

interface ChangesSearch {
  view?: 'unified' | 'split' | undefined;
  file?: string | undefined;
}

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid/changes')({
  validateSearch: (search): ChangesSearch => ({
    view: search.view === 'split' ? 'split' : undefined,
    file: text(search.file),
  }),
  loader: async ({ context, params: { project, iid } }) => {
    await context.queryClient.ensureInfiniteQueryData(diffsOf({ project, iid: Number(iid) }));
  },
  component: ChangesTab,
});
