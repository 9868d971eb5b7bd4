import { createFileRoute } from '@tanstack/react-router';
import { ChangesTab } from '../features/merge-requests/changes-tab.tsx';
import { prepareChanges } from '../features/merge-requests/changes-queries.ts';
import { text } from '../lib/search-params.ts';

interface ChangesSearch {
  view?: 'split' | undefined;
  file?: string | undefined;
  /** Differences of white space are left out. */
  space?: 'ignored' | undefined;
  /** The version that is read, and the one with which it is compared. */
  to?: number | undefined;
  from?: number | undefined;
}

// A URL holds text; the router hands over what it was given.
const version = (value: unknown) => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/$iid/changes')({
  validateSearch: (search): ChangesSearch => ({
    view: search.view === 'split' ? 'split' : undefined,
    file: text(search.file),
    space: search.space === 'ignored' ? 'ignored' : undefined,
    to: version(search.to),
    from: version(search.from),
  }),
  loader: ({ context, params: { project, iid } }) =>
    prepareChanges(context.queryClient, { project, iid: Number(iid) }),
  component: ChangesTab,
});
