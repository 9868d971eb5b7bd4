import { createFileRoute } from '@tanstack/react-router';
import { prepareTemplates } from '../features/dockerfile-templates/queries.ts';
import { TemplatesPage } from '../features/dockerfile-templates/templates-page.tsx';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/templates')({
  validateSearch: (search) => readListSearch(search),
  loader: ({ context: { queryClient } }) => prepareTemplates(queryClient),
  staticData: { crumbs: () => [{ label: common.navigation.templates }] },
  component: TemplatesPage,
});
