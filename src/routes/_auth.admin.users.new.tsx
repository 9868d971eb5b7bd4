import { createFileRoute } from '@tanstack/react-router';
import { NewUserPage } from '../features/users/new-user-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin/users/new')({
  staticData: {
    crumbs: () => [
      { label: common.navigation.users, link: { to: '/admin/users' } },
      { label: common.navigation.newUser },
    ],
  },
  component: NewUserPage,
});
