import type { ExternalControl } from '#contract/external-controls.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { controlWords } from '../../words/external-controls.ts';
import { ControlStatusText } from './control-status.tsx';
import { nameOf } from './queries.ts';

const helper = columnsOf<ExternalControl>();
const words = controlWords.columns;

/** Columns of a project's external controls. */
export const controlColumns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { link: true, phone: 'title' },
    cell: ({ row: { original } }) => (
      <TextLink to="." search={(search: object) => ({ ...search, row: String(original.id) })}>
        {nameOf(original)}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'status',
    header: words.status,
    meta: { width: 's' },
    cell: ({ row: { original } }) => <ControlStatusText status={original.status} />,
  }),
  helper.display({
    id: 'since',
    header: words.since,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => <RelativeTime at={original.status_updated_at} />,
  }),
  helper.display({
    id: 'next_ping_at',
    header: words.next,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) =>
      original.next_ping_at === null ? (
        controlWords.noPings
      ) : (
        <RelativeTime at={original.next_ping_at} />
      ),
  }),
]);
