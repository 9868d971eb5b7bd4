import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleMinus from '@tabler/icons-react/icons/IconCircleMinus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { personalAccessTokens } from '#contract/personal-access-tokens.ts';
import { call, useCommand } from '../../api/client.ts';
import { formatDay } from '../../lib/format.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import type { Filter } from '../../table/filter-bar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { tokenWords } from '../../words/personal-access-tokens.ts';

export type Token = ResponseOf<typeof personalAccessTokens.list>[number];
const helper = columnsOf<Token>();
const words = tokenWords.columns;

/** Filters of tokens. */
export const tokenFilters: readonly Filter[] = [
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

/** Columns of tokens, whose ever they are. */
export const tokenColumns = helper.columns([
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

/** What can be done to many tokens at once. */
export const tokenActions: readonly BulkAction<Token>[] = [
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
        testId="revoke-token"
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
