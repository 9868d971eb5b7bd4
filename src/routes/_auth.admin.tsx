import { createFileRoute, redirect } from '@tanstack/react-router';
import { ApiError } from '../api/error.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin')({
  beforeLoad: ({ context: { user }, location }) => {
    if (!user.is_admin) {
      throw new ApiError({ status: 403, message: common.states.forbiddenTitle });
    }
    if (location.pathname === '/admin') throw redirect({ to: '/admin/users', replace: true });
  },
  staticData: {
    section: 'admin',
    crumbs: () => [{ label: common.navigation.admin, link: { to: '/admin/users' } }],
  },
});
