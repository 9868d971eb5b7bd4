import { createFileRoute } from '@tanstack/react-router';
import { NewWikiPage } from '../features/wikis/write-pages.tsx';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/wiki/new')({
  validateSearch: (search): { title?: string | undefined } => ({ title: text(search.title) }),
  staticData: { crumbs: () => [{ label: common.navigation.newPage }] },
  component: NewWikiPage,
});
