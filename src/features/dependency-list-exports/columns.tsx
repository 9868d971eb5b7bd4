import { Button } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleX from '@tabler/icons-react/icons/IconCircleX';
import IconLoader from '@tabler/icons-react/icons/IconLoader';
import type { ListedExport } from '#contract/dependency-export-record.ts';
import { dependencyListExports } from '#contract/dependency-list-exports.ts';
import { useCommand } from '../../api/client.ts';
import { formatBytes } from '../../lib/format.ts';
import { columnsOf } from '../../table/columns.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { exportWords as words } from '../../words/dependency-list-exports.ts';
import { fileOf, nameOf, touched } from './queries.ts';

const helper = columnsOf<ListedExport>();

/** How an export is doing: how far it is, or why it failed. */
function ExportState({ row }: { row: ListedExport }) {
  const { status, components_done: done, failure_reason } = row;
  if (status === 'running') {
    return (
      <StateText tone="warning" icon={<IconLoader aria-hidden size={16} />}>
        {words.running(done)}
      </StateText>
    );
  }
  if (status === 'failed') {
    return (
      <StateText tone="closed" icon={<IconCircleX aria-hidden size={16} />}>
        {words.states.failed}: {failure_reason}
      </StateText>
    );
  }
  return (
    <StateText tone="open" icon={<IconCircleCheck aria-hidden size={16} />}>
      {words.states.finished}: {words.dependencies(done)}
    </StateText>
  );
}

/** Download what is ready, try again what failed. */
function ExportActions({ row }: { row: ListedExport }) {
  const retry = useCommand(dependencyListExports.retry, {
    invalidates: touched,
    done: words.retried,
    showsError: true,
  });
  if (row.status === 'finished') {
    return (
      <Button
        component="a"
        href={fileOf(row)}
        download={row.file_name ?? true}
        size="xs"
        variant="default"
        aria-label={words.downloadLabel(row.file_name ?? nameOf(row))}
      >
        {words.download}
      </Button>
    );
  }
  if (row.status === 'running') return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={retry.isPending}
      aria-label={words.retryLabel(nameOf(row))}
      onClick={() => retry.mutate({ id: row.id })}
    >
      {words.retry}
    </Button>
  );
}

/** Columns of one's exports. */
export const exportColumns = helper.columns([
  helper.display({
    id: 'type',
    header: words.columns.type,
    meta: { phone: 'title' },
    cell: ({ row: { original } }) => nameOf(original),
  }),
  helper.display({
    id: 'status',
    header: words.columns.status,
    meta: { width: 'l' },
    cell: ({ row: { original } }) => <ExportState row={original} />,
  }),
  helper.display({
    id: 'size',
    header: words.columns.size,
    meta: { width: 's', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.size !== null && formatBytes(original.size),
  }),
  helper.display({
    id: 'created_at',
    header: words.columns.created,
    meta: { width: 's', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
  helper.display({
    id: 'expires_at',
    header: words.columns.expires,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => <RelativeTime at={original.expires_at} />,
  }),
  helper.display({
    id: 'actions',
    header: words.columns.actions,
    meta: { width: 's' },
    cell: ({ row: { original } }) => <ExportActions row={original} />,
  }),
]);
