import { createFileRoute } from '@tanstack/react-router';
import { AppearancePage } from '../features/application-appearance/appearance-page.tsx';
import { prepareAppearance } from '../features/application-appearance/queries.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/appearance')({
  loader: ({ context: { queryClient } }) => prepareAppearance(queryClient),
  staticData: { crumbs: () => [{ label: common.navigation.appearance }] },
  component: AppearancePage,
});
