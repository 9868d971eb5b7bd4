import { createFileRoute } from '@tanstack/react-router';
import { IntegrationLayout } from '../features/integrations/integration-layout.tsx';
import { prepareIntegration } from '../features/integrations/queries.ts';

export const Route = createFileRoute('/_auth/admin/integrations/$slug')({
  loader: async ({ context, params: { slug } }) => {
    await prepareIntegration(context.queryClient, { kind: 'instance', id: '' }, slug);
  },
  staticData: { crumbs: ({ slug = '' }) => [{ label: slug }] },
  component: IntegrationLayout,
});
