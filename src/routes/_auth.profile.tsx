import { createFileRoute } from '@tanstack/react-router';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile')({
  staticData: {
    section: 'profile',
    crumbs: () => [{ label: common.navigation.profile, link: { to: '/profile/account' } }],
  },
});
