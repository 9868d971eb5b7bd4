import IconFileUpload from '@tabler/icons-react/icons/IconFileUpload';
import { getRouteApi } from '@tanstack/react-router';
import type { ReassignmentFileRecord } from '#contract/reassignment-files.ts';
import { formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { reassignmentWords } from '../../words/reassignments.ts';
import { FileState } from './file-state.tsx';
import { ReassignmentsFrame } from './frame.tsx';
import { fileList } from './queries.ts';

const route = getRouteApi('/_auth/groups/$group/reassignments_/files');
const words = reassignmentWords.files;

const helper = columnsOf<ReassignmentFileRecord>();
const columns = helper.columns([
  helper.display({
    id: 'filename',
    header: words.columns.file,
    meta: { phone: 'title', link: true },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, file: String(original.id) })}>
        {original.filename}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'kind',
    header: words.counts.kind,
    meta: { width: 's' },
    cell: ({ row: { original } }) => (original.dry_run ? words.kinds.dry : words.kinds.real),
  }),
  helper.display({
    id: 'status',
    header: words.columns.status,
    meta: { width: 'l', phone: 'fill' },
    cell: ({ row: { original } }) => <FileState file={original} />,
  }),
  ...(['matched', 'failed'] as const).map((name) =>
    helper.display({
      id: name,
      header: words.counts[name],
      meta: { width: 's', numeric: true, phone: 'hidden' },
      cell: ({ row: { original } }) => formatNumber(original[name]),
    }),
  ),
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

/** Files that were uploaded to a group to reassign people of imports. */
export function FilesPage() {
  const { group } = route.useParams();
  const { file, ...search } = route.useSearch();
  return (
    <ReassignmentsFrame group={group} file={file}>
      <DataList
        list="reassignment-files"
        label={words.files}
        query={fileList(group, search)}
        columns={columns}
        state={useListState(search)}
        nameOf={({ filename }) => filename}
        empty={{ icon: <IconFileUpload aria-hidden size={20} />, ...words.empty }}
      />
    </ReassignmentsFrame>
  );
}
