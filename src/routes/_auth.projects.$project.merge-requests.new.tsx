import { createFileRoute } from '@tanstack/react-router';
import { NewMergeRequestPage } from '../features/merge-requests/new-page.tsx';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/merge-requests/new')({
  validateSearch: (search): { source_branch?: string | undefined } => ({
    source_branch: text(search.source_branch),
  }),
  staticData: { crumbs: () => [{ label: common.navigation.newMergeRequest }] },
  component: NewMergeRequestPage,
});
