import { createFileRoute } from '@tanstack/react-router';
import { ApiError } from '../api/error.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/admin')({
  beforeLoad: ({ context: { user } }) => {
    if (!user.is_admin) {
      throw new ApiError({ status: 403, message: common.states.forbiddenTitle });
    }
  },
  staticData: {
    section: 'admin',
    crumbs: () => [{ label: common.navigation.admin, link: { to: '/admin/users' } }],
  },
});
