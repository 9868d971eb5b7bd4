import { createFileRoute } from '@tanstack/react-router';
import { userShown } from '../features/users/queries.ts';
import { UserPage } from '../features/users/user-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/users/$user')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(userShown(Number(params.user)));
  },
  staticData: {
    crumbs: ({ user = '' }) => [
      { label: common.navigation.users, link: { to: '/admin/users' } },
      { label: user, userId: Number(user) },
    ],
  },
  component: UserPage,
});
