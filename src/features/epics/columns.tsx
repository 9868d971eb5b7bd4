import type { Epic } from '#contract/epics.ts';
import { formatDay } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { DueDay } from '../../planning/due-day.tsx';
import { RecordSigns } from '../../planning/record-parts.tsx';
import { columnsOf } from '../../table/columns.ts';
import { TitleCell } from '../../table/title-cell.tsx';
import { Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { epicWords } from '../../words/epics.ts';
import { groupOf } from './queries.ts';

const helper = columnsOf<Epic>();
const words = epicWords.columns;

/** Columns of a group's epics. */
export const epicColumns = (self: number) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.title,
      meta: { link: true, phone: 'title', sort: 'title' },
      cell: ({ row: { original } }) => (
        <TitleCell
          icon={<RecordSigns {...original} />}
          number={original.references.relative}
          labels={original.labels}
          isClosed={original.state === 'closed'}
        >
          <TextLink
            to="/groups/$group/epics/$iid"
            params={{ group: groupOf(original), iid: String(original.iid) }}
          >
            {original.title}
          </TextLink>
        </TitleCell>
      ),
    }),
    helper.display({
      id: 'author',
      header: words.author,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) =>
        original.author !== null && (
          <Person name={original.author.name} isSelf={original.author.id === self} />
        ),
    }),
    helper.display({
      id: 'start_date',
      header: words.start,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.start_date !== null && formatDay(original.start_date),
    }),
    helper.display({
      id: 'due_date',
      header: words.due,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.due_date !== null && (
          <DueDay day={original.due_date} isOpen={original.state === 'opened'} />
        ),
    }),
    helper.display({
      id: 'created_at',
      header: words.created,
      meta: { width: 's', numeric: true, quiet: true, phone: 'hidden', sort: 'created_at' },
      cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
    }),
    helper.display({
      id: 'updated_at',
      header: words.updated,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end', sort: 'updated_at' },
      cell: ({ row: { original } }) => <RelativeTime at={original.updated_at} />,
    }),
  ]);
