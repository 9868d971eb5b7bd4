import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_auth/admin/settings/')({
  beforeLoad: ({ search }) => {
    throw redirect({
      to: '/admin/settings/$section',
      params: { section: 'access' },
      search,
      replace: true,
    });
  },
});
