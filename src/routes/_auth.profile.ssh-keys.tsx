import { createFileRoute } from '@tanstack/react-router';
import { sshKeyList } from '../features/ssh-keys/queries.ts';
import { SshKeysPage } from '../features/ssh-keys/ssh-keys-page.tsx';
import { prepareList } from '../table/list-query.ts';
import { readListSearch } from '../table/url-state.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/profile/ssh-keys')({
  validateSearch: (search) => readListSearch(search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    await prepareList(context.queryClient, sshKeyList(deps));
  },
  staticData: { crumbs: () => [{ label: common.navigation.sshKeys }] },
  component: SshKeysPage,
});
