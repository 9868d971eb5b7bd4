import { createFileRoute } from '@tanstack/react-router';
import { prepareMay } from '../api/places.ts';
import { GroupSettings } from '../features/groups/settings-layout.tsx';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/groups/$group/settings')({
  loader: ({ context: { queryClient, user }, params }) =>
    prepareMay(queryClient, user, { kind: 'group', id: params.group }),
  staticData: {
    crumbs: ({ group = '' }) => [
      {
        label: common.navigation.settings,
        link: { to: '/groups/$group/settings', params: { group } },
      },
    ],
  },
  component: GroupSettings,
});
