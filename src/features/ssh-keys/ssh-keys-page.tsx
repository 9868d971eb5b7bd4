import { Button } from '@mantine/core';
import IconClockOff from '@tabler/icons-react/icons/IconClockOff';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTerminal2 from '@tabler/icons-react/icons/IconTerminal2';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type SshKey, sshKeys } from '#contract/ssh-keys.ts';
import { call } from '../../api/client.ts';
import { useSshState } from '../../api/ssh-state.ts';
import type { BulkAction } from '../../table/bulk.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Expiry } from '../../ui/expiry.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { common } from '../../words/common.ts';
import { aboutKeys, deployKeyWords } from '../../words/deploy-keys.ts';
import { sshKeyWords as words } from '../../words/ssh-keys.ts';
import { SshKeyDialog } from './key-dialog.tsx';
import { sshKeyList } from './queries.ts';

const route = getRouteApi('/_auth/profile/ssh-keys');
const helper = columnsOf<SshKey>();

const day = 86_400_000;

/** Columns of one's own keys; `days` is how long a key may live. */
const columnsFor = (days: number | null) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.columns.title,
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => original.title,
    }),
    helper.display({
      id: 'usage_type',
      header: words.columns.usage,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => words.usages[original.usage_type],
    }),
    helper.display({
      id: 'last_used_at',
      header: words.columns.used,
      meta: { width: 's', quiet: true },
      cell: ({ row: { original } }) =>
        original.last_used_at === null ? (
          common.time.never
        ) : (
          <RelativeTime at={original.last_used_at} />
        ),
    }),
    helper.display({
      id: 'expires_at',
      header: words.columns.expires,
      meta: { width: 's', quiet: true },
      cell: ({ row: { original } }) => <End of={original} days={days} />,
    }),
    helper.display({
      id: 'created_at',
      header: words.columns.added,
      meta: { width: 's', quiet: true, numeric: true, phone: 'end' },
      cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
    }),
  ]);

function End({ of, days }: { of: SshKey; days: number | null }) {
  const latest = Date.parse(of.created_at) + (days ?? 0) * day;
  if (days === null || (of.expires_at !== null && Date.parse(of.expires_at) <= latest)) {
    return <Expiry at={of.expires_at} />;
  }
  return (
    <StateText tone="closed" icon={<IconClockOff aria-hidden size={16} />}>
      {deployKeyWords.livesTooLong}
    </StateText>
  );
}

const actions: readonly BulkAction<SshKey>[] = [
  {
    name: 'remove',
    label: deployKeyWords.remove,
    icon: <IconTrash aria-hidden size={14} />,
    confirm: (rows) => ({ title: words.bulk.title(rows.length), help: words.bulk.help }),
    run: ({ id }) => call(sshKeys.remove, { key_id: id }),
    done: words.bulk.removed,
    invalidates: [sshKeys.list],
  },
];

/** One's own SSH keys. */
export function SshKeysPage() {
  const search = route.useSearch();
  const ssh = useSshState();
  const days = ssh.max_key_lifetime;
  const columns = useMemo(() => columnsFor(days), [days]);
  const [isAdding, setIsAdding] = useState(false);
  const create = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus aria-hidden size={16} />}
      onClick={() => setIsAdding(true)}
    >
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} about={aboutKeys(words.about, ssh)} actions={create('filled')}>
      <DataList
        list="ssh-keys"
        label={words.title}
        query={sshKeyList(search)}
        columns={columns}
        state={useListState(search)}
        nameOf={({ title }) => title}
        actions={actions}
        empty={{
          icon: <IconTerminal2 aria-hidden size={20} />,
          ...words.empty,
          action: create('default'),
        }}
      />
      {isAdding && <SshKeyDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
