import { createFileRoute } from '@tanstack/react-router';
import { IntegrationLayout } from '../features/integrations/integration-layout.tsx';
import { prepareIntegration } from '../features/integrations/queries.ts';

export const Route = createFileRoute('/_auth/groups/$group/integrations/$slug')({
  loader: async ({ context, params: { group, slug } }) => {
    await prepareIntegration(context.queryClient, { kind: 'group', id: group }, slug);
  },
  staticData: { crumbs: ({ slug = '' }) => [{ label: slug }] },
  component: IntegrationLayout,
});
