import { Button } from '@mantine/core';
import IconPackageImport from '@tabler/icons-react/icons/IconPackageImport';
import IconUpload from '@tabler/icons-react/icons/IconUpload';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { GroupImportRecord } from '#contract/imports.ts';
import { formatBytes, formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Facts, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { reassignmentWords } from '../../words/reassignments.ts';
import { BundleDialog } from './bundle-dialog.tsx';
import { looks } from './file-state.tsx';
import { importList, isUnderWay } from './queries.ts';
import { ReassignmentTabs } from './tabs.tsx';
import { useStaleAtEnd } from './use-stale-at-end.ts';

const route = getRouteApi('/_auth/groups/$group/reassignments_/imports');
const words = reassignmentWords.imports;

const saying: Record<GroupImportRecord['status'], (row: GroupImportRecord) => string> = {
  queued: () => words.queued,
  running: ({ done, total }) => (total === 0 ? words.unpacking : words.running(done, total)),
  finished: ({ counts }) => words.finished(Object.values(counts).reduce((a, b) => a + b, 0)),
  failed: ({ error }) => words.failed(error ?? words.noReason),
};

function ImportState({ row }: { row: GroupImportRecord }) {
  const { tone, Icon } = looks[row.status];
  return (
    <StateText tone={tone} icon={<Icon aria-hidden size={16} />}>
      {saying[row.status](row)}
    </StateText>
  );
}

const helper = columnsOf<GroupImportRecord>();
const columns = helper.columns([
  helper.display({
    id: 'filename',
    header: words.columns.file,
    meta: { width: 'l', phone: 'title', link: true },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {original.filename}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'status',
    header: words.columns.status,
    meta: { phone: 'fill' },
    cell: ({ row: { original } }) => <ImportState row={original} />,
  }),
  helper.display({
    id: 'by',
    header: words.columns.by,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.user?.name ?? words.deleted,
  }),
  helper.display({
    id: 'created_at',
    header: words.columns.uploaded,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
]);

/** Bundles that bring people and their work from other servers into a group. */
export function ImportsPage() {
  const { group } = route.useParams();
  const search = route.useSearch();
  const [isNew, setIsNew] = useState(false);
  const list = importList(group, search);
  const { data } = useQuery(list.options);
  const ended = data && list.rowsOf(data).rows.filter((row) => !isUnderWay(row));
  useStaleAtEnd(ended?.map(({ id }) => id).join());
  return (
    <Page
      title={reassignmentWords.title}
      about={words.about}
      actions={
        <Button leftSection={<IconUpload aria-hidden size={16} />} onClick={() => setIsNew(true)}>
          {words.upload}
        </Button>
      }
      tabs={<ReassignmentTabs group={group} />}
    >
      <DataList
        list="group-imports"
        label={words.title}
        query={list}
        columns={columns}
        state={useListState(search)}
        nameOf={({ filename }) => filename}
        empty={{ icon: <IconPackageImport aria-hidden size={20} />, ...words.empty }}
        panel={(row) => <ImportFacts row={row} />}
      />
      {isNew && <BundleDialog group={group} onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function ImportFacts({ row }: { row: GroupImportRecord }) {
  const brought = Object.entries(row.counts).map(
    ([kind, count]) => [words.kinds[kind] ?? kind, formatNumber(count)] as const,
  );
  return (
    <Facts
      rows={[
        [words.columns.status, <ImportState key="status" row={row} />],
        [words.size, formatBytes(row.size)],
        [words.lines, formatNumber(row.total)],
        ...brought,
      ]}
    />
  );
}
