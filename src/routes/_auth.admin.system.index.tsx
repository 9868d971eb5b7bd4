import { createFileRoute } from '@tanstack/react-router';
import { systemShown } from '../features/system/queries.ts';
import { SystemPage } from '../features/system/system-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/system/')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(systemShown());
  },
  staticData: { crumbs: () => [{ label: common.navigation.system }] },
  component: SystemPage,
});
