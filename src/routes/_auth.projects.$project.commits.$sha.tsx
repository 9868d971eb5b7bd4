import { createFileRoute } from '@tanstack/react-router';
import { CommitPage } from '../features/repository/commit-page.tsx';
import { commitShown, prepareCode } from '../features/repository/queries.ts';
import { text } from '../lib/search-params.ts';

interface ChangesSearch {
  view?: 'split' | undefined;
  file?: string | undefined;
}

export const Route = createFileRoute('/_auth/projects/$project/commits/$sha')({
  validateSearch: (search): ChangesSearch => ({
    view: search.view === 'split' ? 'split' : undefined,
    file: text(search.file),
  }),
  loader: ({ context: { queryClient, user }, params: { project: path, sha } }) =>
    prepareCode(queryClient, { user, path }, () => [commitShown(path, sha)]),
  staticData: { folded: true, crumbs: ({ sha = '' }) => [{ label: sha.slice(0, 8) }] },
  component: CommitPage,
});
