import { createFileRoute } from '@tanstack/react-router';
import { NewTokenPage } from '../features/personal-access-tokens/new-token-page.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile/tokens/new')({
  staticData: {
    crumbs: () => [
      { label: common.navigation.tokens, link: { to: '/profile/tokens' } },
      { label: common.navigation.newToken },
    ],
  },
  component: NewTokenPage,
});
