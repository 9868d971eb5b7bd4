import { createFileRoute } from '@tanstack/react-router';
import { ApiPage } from '../features/openapi/api-page.tsx';
import { apiDocument } from '../features/openapi/queries.ts';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/help/api')({
  validateSearch: (search): { q?: string | undefined; operation?: string | undefined } => ({
    q: text(search.q),
    operation: text(search.operation),
  }),
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(apiDocument);
  },
  staticData: {
    crumbs: () => [{ label: common.navigation.help }, { label: common.navigation.api }],
  },
  component: ApiPage,
});
