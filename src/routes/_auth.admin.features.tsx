import { createFileRoute } from '@tanstack/react-router';
import { FeaturesPage } from '../features/features/features-page.tsx';
import { prepareFlags } from '../features/features/queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/features')({
  loader: ({ context: { queryClient } }) => prepareFlags(queryClient),
  staticData: { crumbs: () => [{ label: common.navigation.features }] },
  component: FeaturesPage,
});
