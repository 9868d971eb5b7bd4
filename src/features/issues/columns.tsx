import { formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../lib/links.tsx';
import { DueDay } from '../../planning/due-day.tsx';
import { RecordSigns } from '../../planning/record-parts.tsx';
import { columnsOf } from '../../table/columns.ts';
import { TitleCell } from '../../table/title-cell.tsx';
import { People, Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { issueWords } from '../../words/issues.ts';
import type { ListedIssue } from './queries.ts';

const helper = columnsOf<ListedIssue>();
const words = issueWords.columns;

/** Columns of a project's issues. */
export const issueColumns = (project: string, self: number) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.title,
      meta: { link: true, phone: 'title', sort: 'title' },
      cell: ({ row: { original } }) => (
        <TitleCell
          icon={<RecordSigns {...original} />}
          number={`#${original.iid}`}
          labels={original.labels}
          isClosed={original.state === 'closed'}
        >
          <TextLink
            to="/projects/$project/issues/$iid"
            params={{ project, iid: String(original.iid) }}
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
      cell: ({ row: { original } }) => (
        <Person name={original.author.name} isSelf={original.author.id === self} />
      ),
    }),
    helper.display({
      id: 'assignees',
      header: words.assignees,
      meta: { width: 'xs', phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.assignees.length > 0 && <People people={original.assignees} self={self} />,
    }),
    helper.display({
      id: 'milestone',
      header: words.milestone,
      meta: { width: 'm', quiet: true, phone: 'hidden', sort: 'milestone_due' },
      cell: ({ row: { original } }) => original.milestone?.title,
    }),
    helper.display({
      id: 'due_date',
      header: words.due,
      meta: { width: 's', quiet: true, phone: 'hidden', sort: 'due_date' },
      cell: ({ row: { original } }) =>
        original.due_date !== null && (
          <DueDay day={original.due_date} isOpen={original.state === 'opened'} />
        ),
    }),
    helper.display({
      id: 'comments',
      header: words.comments,
      meta: { width: 'xs', numeric: true, quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => formatNumber(original.user_notes_count),
    }),
    helper.display({
      id: 'updated_at',
      header: words.updated,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end', sort: 'updated_at' },
      cell: ({ row: { original } }) => <RelativeTime at={original.updated_at} />,
    }),
  ]);
