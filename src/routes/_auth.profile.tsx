import { createFileRoute, redirect } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile')({
  beforeLoad: ({ location }) => {
    if (location.pathname === '/profile') throw redirect({ to: '/profile/account', replace: true });
  },
  staticData: {
    section: 'profile',
    crumbs: () => [{ label: common.navigation.profile, link: { to: '/profile/account' } }],
  },
});
