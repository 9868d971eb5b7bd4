import { createFileRoute } from '@tanstack/react-router';
import { IntegrationLayout } from '../features/integrations/integration-layout.tsx';
import { prepareIntegration } from '../features/integrations/queries.ts';

export const Route = createFileRoute('/_auth/projects/$project/integrations/$slug')({
  loader: async ({ context, params: { project, slug } }) => {
    await prepareIntegration(context.queryClient, { kind: 'project', id: project }, slug);
  },
  staticData: { crumbs: ({ slug = '' }) => [{ label: slug }] },
  component: IntegrationLayout,
});
