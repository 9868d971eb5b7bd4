import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleMinus from '@tabler/icons-react/icons/IconCircleMinus';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { personalAccessTokens } from '#contract/personal-access-tokens.ts';
import { call, useCommand } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../lib/format.ts';
import { ButtonLink } from '../../lib/links.tsx';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { tokenWords } from '../../words/personal-access-tokens.ts';
import { tokenList } from './queries.ts';

const route = getRouteApi('/_auth/profile/tokens/');

type Token = ResponseOf<typeof personalAccessTokens.list>[number];
const helper = columnsOf<Token>();
const words = tokenWords.columns;

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: tokenWords.filters.state,
    choices: [
      { value: 'active', label: tokenWords.filters.active },
      { value: 'inactive', label: tokenWords.filters.inactive },
    ],
  },
];

function TokenState({ token }: { token: Token }) {
  if (token.active) {
    return (
      <StateText tone="open" icon={<IconCircleCheck aria-hidden size={16} />}>
        {tokenWords.states.active}
      </StateText>
    );
  }
  return (
    <StateText tone="draft" icon={<IconCircleMinus aria-hidden size={16} />}>
      {token.revoked ? tokenWords.states.revoked : tokenWords.states.expired}
    </StateText>
  );
}

const columns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { phone: 'title' },
    cell: ({ row: { original } }) => original.name,
  }),
  helper.display({
    id: 'scopes',
    header: words.scopes,
    meta: { width: 'xl', quiet: true },
    cell: ({ row: { original } }) => original.scopes.join(', '),
  }),
  helper.display({
    id: 'last_used_at',
    header: words.used,
    meta: { width: 's', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) =>
      original.last_used_at === null ? (
        common.time.never
      ) : (
        <RelativeTime at={original.last_used_at} />
      ),
  }),
  helper.display({
    id: 'expires_at',
    header: words.expires,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) =>
      original.expires_at === null ? common.time.never : formatDay(original.expires_at),
  }),
  helper.display({
    id: 'state',
    header: words.state,
    meta: { width: 's' },
    cell: ({ row: { original } }) => <TokenState token={original} />,
  }),
  helper.display({
    id: 'actions',
    header: words.actions,
    meta: { width: 'm', numeric: true, phone: 'end' },
    cell: ({ row: { original } }) => original.active && <Revoke token={original} />,
  }),
]);

const actions: readonly BulkAction<Token>[] = [
  {
    name: 'revoke',
    label: tokenWords.revoke,
    icon: <IconTrash aria-hidden size={14} />,
    fits: ({ active }) => active,
    confirm: (rows) => ({
      title: tokenWords.bulk.title(rows.length),
      help: tokenWords.bulk.help,
    }),
    run: ({ id }) => call(personalAccessTokens.revoke, { id }),
    done: tokenWords.bulk.revoked,
    invalidates: [personalAccessTokens.list],
  },
];

/** One's own access tokens. */
export function TokensPage() {
  const search = route.useSearch();
  return (
    <Page
      title={tokenWords.title}
      about={tokenWords.about}
      actions={
        <ButtonLink to="/profile/tokens/new" leftSection={<IconPlus aria-hidden size={16} />}>
          {tokenWords.create}
        </ButtonLink>
      }
    >
      <DataList
        list="tokens"
        label={tokenWords.title}
        query={tokenList(useCurrentUser().id, search)}
        columns={columns}
        state={useListState(search)}
        placeholder={tokenWords.searchPlaceholder}
        filters={filters}
        nameOf={({ name }) => name}
        actions={actions}
        empty={{
          icon: <IconKey aria-hidden size={20} />,
          ...tokenWords.empty,
          action: (
            <ButtonLink to="/profile/tokens/new" variant="default">
              {tokenWords.create}
            </ButtonLink>
          ),
        }}
      />
    </Page>
  );
}

function Revoke({ token }: { token: Token }) {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useCommand(personalAccessTokens.revoke, {
    invalidates: [personalAccessTokens.list],
    done: tokenWords.revoked(token.name),
    showsError: true,
  });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-label={tokenWords.revokeLabel(token.name)}
        onClick={() => setIsAsking(true)}
      >
        {tokenWords.revoke}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={tokenWords.revokeTitle(token.name)}
        confirm={tokenWords.revoke}
        isDangerous
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate({ id: token.id }, { onSuccess: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        {tokenWords.revokeHelp}
      </ConfirmDialog>
    </>
  );
}
